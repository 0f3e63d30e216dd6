"""The numbers of tiles and of their faces have types of their own, so that neither passes for the other."""

from typing import NewType

FaceNumber = NewType("FaceNumber", int)
"""A face of a tile: one of the two sides of a game tile, half of a faction tile, or a home world (see `tiles`)."""

TileNumber = NewType("TileNumber", int)
"""A tile: a game tile has two faces, all other faces are tiles by themselves."""
