"""The numbers of tiles and of tile faces, as distinct types, so that one cannot be passed for the other."""

from typing import NewType

FaceNumber = NewType("FaceNumber", int)
"""A face of a tile: a side of a game tile, half of a faction tile, or a home world (see `tiles`)."""

TileNumber = NewType("TileNumber", int)
"""A tile: a game tile has two faces, every other face is a tile by itself."""
