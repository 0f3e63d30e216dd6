"""How component packs are loaded: one file, checked, its cards numbered."""

from services.jump.cards import make_pack
from services.jump.checks import contradictions
from services.jump.schema import PackFile
from services.kit.components import Loader

LOADER = Loader(lambda files: files.whole(PackFile), make_pack, contradictions)
