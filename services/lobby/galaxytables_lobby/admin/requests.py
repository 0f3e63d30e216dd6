"""Reads the fields that requests of several calls of `AdminService` have."""

from galaxytables_lobby import errors
from galaxytables_lobby.ids import PlayerId, TableId, is_table_id

_PAGE, _MAX_PAGE = 50, 200
_LONGEST_ID = 128
_LONGEST_NUMBER = 18


def checked_table_id(text: str) -> TableId:
    """Return the id of a table; invitation codes are refused. Raises TABLE_NOT_FOUND."""
    if not is_table_id(text):
        raise errors.table_not_found(text)
    return TableId(text)


def checked_player_id(text: str) -> PlayerId:
    """Return the id of a player. Raises INVALID_REQUEST."""
    if not 0 < len(text) <= _LONGEST_ID:
        raise errors.invalid_request("Name a player by their id.")
    return PlayerId(text)


def read_number(page_token: str) -> int | None:
    """Return the number in a page token: the page has only entries with smaller numbers.

    None stands for the first page. Raises INVALID_PAGE_TOKEN.
    """
    if not page_token:
        return None
    if not (page_token.isascii() and page_token.isdigit() and len(page_token) <= _LONGEST_NUMBER):
        raise errors.invalid_page_token()
    return int(page_token)


def page_size(requested: int) -> int:
    """Return how many entries a page has: `requested`, up to a maximum, or a default number if `requested` is 0."""
    return min(requested or _PAGE, _MAX_PAGE)
