"""Splits URLs that name several servers, which operators write."""

import re
from typing import NamedTuple

_URL = re.compile(r"([^:/?#]*)://([^/?#]*)([^?#]*)(?:\?([^#]*))?")


class Url(NamedTuple):
    """The parts of a URL, as text."""

    scheme: str
    authority: str
    path: str
    query: str


def split_url(text: str) -> Url:
    """Split a URL; its parts are empty for an empty URL.

    `urllib.parse` refuses an authority of several hosts if one of them is in brackets: `one:7001,[::1]:7002`.
    """
    found = _URL.match(text)
    return Url(*found.groups(default="")) if found else Url("", "", "", "")
