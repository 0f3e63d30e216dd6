"""Decides to which URLs notifications may go: only to public addresses.

So no player can reach a private network through the platform.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

_NAT64 = IPv6Network("64:ff9b::/96")
_PRINTABLE = range(0x21, 0x7F)


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the public internet: neither private, local, reserved nor multicast.

    An IPv4 address inside an IPv6 address is judged as the IPv4 address. Raises `ValueError` if `text` is no IP
    address.
    """
    address = ip_address(text.partition("%")[0])
    inner = _inside(address) if isinstance(address, IPv6Address) else None
    if inner is not None and not _is_public(inner):
        return False
    return inner is not None or _is_public(address)


def _inside(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address leads to, if any."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address.teredo is not None:
        return address.teredo[1]
    return address.sixtofour


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def is_endpoint(url: str, *, private: bool) -> bool:
    """Return whether a URL may get notifications: it is https, has no password, and names no private address.

    With `private`, http and private addresses are allowed too. Host names are accepted without a look-up. Their
    addresses are checked before something is sent, since they may have changed by then.
    """
    if not all(ord(letter) in _PRINTABLE for letter in url):
        return False
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or "@" in parts.netloc or parts.fragment or parts.scheme not in ("https", "http"):
        return False
    if private:
        return True
    return parts.scheme == "https" and not _is_private_literal(host)


def _is_private_literal(host: str) -> bool:
    try:
        return not is_public(host)
    except ValueError:
        return False
