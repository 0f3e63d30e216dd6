"""Reads when a certificate expires (RFC 5280 4.1). The standard library reads that only for authorities."""

import re
import ssl
from datetime import UTC, datetime

_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
_CONSTRUCTED_VERSION = 0xA0
_UTC_TIME = 0x17


def end_of(pem: bytes) -> float:
    """Return when the first certificate in a PEM file expires, in seconds since 1970. Raises `ValueError`."""
    found = _PEM.search(pem.decode("ascii", "replace"))
    if found is None:
        raise ValueError("no certificate in PEM")
    try:
        return _end(ssl.PEM_cert_to_DER_cert(found[0]))
    except IndexError:
        raise ValueError("the certificate breaks off") from None


def _end(certificate: bytes) -> float:
    _, signed, _ = _element(certificate)
    _, body, _ = _element(signed)
    tag, _, rest = _element(body)
    if tag == _CONSTRUCTED_VERSION:
        _, _, rest = _element(rest)
    # After the serial number: algorithm, issuer, then the validity.
    _, _, rest = _element(rest)
    _, _, rest = _element(rest)
    _, validity, _ = _element(rest)
    _, _, rest = _element(validity)
    tag, end, _ = _element(rest)
    moment = end.decode("ascii")
    if tag == _UTC_TIME:
        # Two digits of the year, from 1950 to 2049.
        moment = ("20" if moment < "50" else "19") + moment
    return datetime.strptime(moment, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC).timestamp()


def _element(data: bytes) -> tuple[int, bytes, bytes]:
    """Return tag and content of the first element, and the bytes after it."""
    length, begin = data[1], 2
    if length & 0x80:
        begin = 2 + (length & 0x7F)
        length = int.from_bytes(data[2:begin], "big")
    return data[0], data[begin : begin + length], data[begin + length :]
