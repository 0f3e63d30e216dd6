"""Loads component packs: one file, which is checked and whose cards are numbered."""

from galaxytables_jump.components.cards import make_pack
from galaxytables_jump.components.checks import contradictions
from galaxytables_jump.components.schema import PackFile
from galaxytables_kit import Loader

LOADER = Loader(lambda files: files.whole(PackFile), make_pack, contradictions)
