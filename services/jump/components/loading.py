"""How component packs are loaded: one file, checked, its cards numbered."""

from services.jump.components.cards import make_pack
from services.jump.components.checks import contradictions
from services.jump.components.schema import PackFile
from services.kit import Loader

LOADER = Loader(lambda files: files.whole(PackFile), make_pack, contradictions)
