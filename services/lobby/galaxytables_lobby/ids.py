"""Ids of players, tables and tournaments, numbers of seats, invitation codes, and the store's shards.

Each kind of id has a type of its own. Ids get it where they enter: from requests, tokens, the store and the archive.
"""

import hmac
import secrets
import zlib
from typing import NewType

PlayerId = NewType("PlayerId", str)
TableId = NewType("TableId", str)
TournamentId = NewType("TournamentId", str)
SeatNumber = NewType("SeatNumber", int)

# More seats than any game has.
SEAT_NUMBERS = tuple(map(SeatNumber, range(100)))

# The number of shards never changes, since keys name them.
SHARDS = 64

# No vowels, so that they form no words, and no letters that look alike.
_ID_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
_ID_LENGTH = 16
_CODE_LETTERS = _ID_LETTERS.upper()
_CODE_LENGTH = 10
_ID_ALPHABET, _CODE_ALPHABET = frozenset(_ID_LETTERS), frozenset(_CODE_LETTERS)


def new_table_id() -> TableId:
    """Return a random table id that nobody can guess."""
    return TableId(_unguessable(_ID_LETTERS, _ID_LENGTH))


def derived_table_id(secret: bytes, name: str) -> TableId:
    """Return the table id that a secret gives for a name: always the same, and nobody else can guess it."""
    number = int.from_bytes(hmac.digest(secret, name.encode(), "sha256"))
    return TableId(_spelled(number % len(_ID_LETTERS) ** _ID_LENGTH, _ID_LETTERS, _ID_LENGTH))


def new_invitation(table_id: TableId) -> str:
    """Return a random invitation code for a table. The code and the table's id belong to the same shard."""
    shard = shard_of(table_id)
    while True:
        code = _unguessable(_CODE_LETTERS, _CODE_LENGTH)
        if shard_of(code) == shard:
            return code


def _unguessable(letters: str, length: int) -> str:
    """Return so many random letters, all equally likely, with one request for random bytes."""
    return _spelled(secrets.randbelow(len(letters) ** length), letters, length)


def _spelled(number: int, letters: str, length: int) -> str:
    """Return a number as so many letters."""
    found = ""
    for _ in range(length):
        number, place = divmod(number, len(letters))
        found += letters[place]
    return found


def is_invitation(text: str) -> bool:
    """Return whether a text has the form of an invitation code, and not that of a table id."""
    return len(text) == _CODE_LENGTH and _CODE_ALPHABET.issuperset(text)


def is_table_id(text: str) -> bool:
    """Return whether a text has the form of a table id."""
    return len(text) == _ID_LENGTH and _ID_ALPHABET.issuperset(text)


MAX_WORD = 40


def is_word(text: str) -> bool:
    """Return whether a text can be the name of a bot or of an option: lower_snake_case, at most `MAX_WORD` letters."""
    ascii_word = text.isascii() and text.replace("_", "").isalnum()
    return ascii_word and len(text) <= MAX_WORD and text == text.lower()


def shard_of(name: str) -> int:
    """Return the shard of a table id or an invitation code."""
    return zlib.crc32(name.encode()) % SHARDS
