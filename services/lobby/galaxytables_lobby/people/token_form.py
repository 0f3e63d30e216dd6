"""The form of personal tokens: `gxt_pat_`, 30 random letters and digits, and a checksum of six.

The checksum is the CRC-32 of the 30 characters, in base 62. So anybody who finds such a text, for example in a public
repository, can check offline whether it may be a token.
"""

import re
import secrets
import string
import zlib

PREFIX = "gxt_pat_"
FORM = re.compile(rf"{PREFIX}[0-9A-Za-z]{{36}}", re.ASCII)
"""What scanners look for. A match whose checksum is right is a token, or was one."""

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
# 62 ** 30 is 2 ** 178.
_RANDOM, _CHECKED = 30, 6


def new_token() -> str:
    """Return a random token that nobody can guess."""
    secret = "".join(secrets.choice(_DIGITS) for _ in range(_RANDOM))
    return f"{PREFIX}{secret}{checksum(secret)}"


def is_token(text: str) -> bool:
    """Return whether a text has the form of a personal token and the right checksum."""
    if FORM.fullmatch(text) is None:
        return False
    secret = text[len(PREFIX) : -_CHECKED]
    return checksum(secret) == text[-_CHECKED:]


def checksum(secret: str) -> str:
    """Return the checksum of a token's random part."""
    rest = zlib.crc32(secret.encode("ascii"))
    digits = ""
    for _ in range(_CHECKED):
        rest, digit = divmod(rest, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits
