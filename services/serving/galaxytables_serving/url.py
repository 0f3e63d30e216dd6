"""URLs of several servers, as operators write them."""

import re
from typing import NamedTuple

_URL = re.compile(r"([^:/?#]*)://([^/?#]*)([^?#]*)(?:\?([^#]*))?")


class Url(NamedTuple):
    """The parts of a URL, as it was written."""

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
