"""Reads the store's address, which an operator writes in one of these forms.

    redis://user:password@host:port/database      rediss:// over TLS
    unix:///path?db=database
    redis+cluster://host:port,host:port           rediss+cluster:// over TLS; some of the nodes
    redis+sentinel://host:port,host:port/service/database    rediss+sentinel:// over TLS; hosts are Sentinels

User and password are those of the Redis servers. Options follow after a `?`. `db` is the database. If the Sentinels
want a user and password too, these are `sentinel_username` and `sentinel_password`. For TLS there are `ssl_ca_certs`,
`ssl_certfile`, `ssl_keyfile` (paths), `ssl_cert_reqs` (`required` or `none`) and `ssl_check_hostname` (`true` or
`false`).
"""

import ssl
from collections.abc import Mapping
from urllib.parse import parse_qsl, unquote, urlsplit

from galaxytables_lobby.adapters.redis.connection import Address, Login
from galaxytables_lobby.adapters.redis.topology import Cluster, Plain, Sentinel, Topology
from galaxytables_serving import SettingError
from galaxytables_serving.url import split_url

_PORT = 6_379
_TLS = frozenset({"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_cert_reqs", "ssl_check_hostname"})
_SENTINEL_PORT = 26_379
_SENTINEL = frozenset({"sentinel_username", "sentinel_password"})
_FORMS = ("redis", "rediss", "unix", "redis+cluster", "rediss+cluster", "redis+sentinel", "rediss+sentinel")


def read_url(text: str) -> Topology:
    """Return the topology that a store's URL describes.

    Raises `SettingError`, which never quotes the URL: it may contain a password.
    """
    try:
        return _read(text)
    except (ValueError, OSError) as error:
        said = str(error) if isinstance(error, _InvalidUrlError) else type(error).__name__
        raise SettingError(f"GALAXYTABLES_REDIS_URL: {said}; for example redis://host:6379/0.") from None


class _InvalidUrlError(ValueError):
    """Says what is wrong, without quoting the URL."""


def _read(text: str) -> Topology:
    form, authority, path, query = split_url(text)
    if form not in _FORMS:
        raise _InvalidUrlError("starts with redis://, rediss://, unix://, redis+cluster:// or redis+sentinel://")
    scheme, _, kind = form.partition("+")
    options = dict(parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query)))
    unknown = sorted(options.keys() - _TLS - {"db"} - (_SENTINEL if kind == "sentinel" else frozenset()))
    if unknown:
        raise _InvalidUrlError(f"knows no option {', '.join(unknown)}")
    name, _, places = authority.rpartition("@")
    username, _, password = name.partition(":")
    below = "" if scheme == "unix" else path.strip("/")
    service, _, below = below.partition("/") if kind == "sentinel" else ("", "", below)
    tls = _tls(options) if scheme == "rediss" else None
    login = Login(unquote(username), unquote(password), _database(below, options), tls)
    if scheme == "unix":
        if not path:
            raise _InvalidUrlError("names no socket")
        return Plain(Address(unquote(path)), login)
    addresses = [_address(place, _SENTINEL_PORT if kind == "sentinel" else _PORT) for place in places.split(",")]
    if kind == "sentinel":
        if not service:
            raise _InvalidUrlError("names no service of the Sentinels")
        sentinel_login = Login(options.get("sentinel_username", ""), options.get("sentinel_password", ""), tls=tls)
        return Sentinel(addresses, unquote(service), login, sentinel_login)
    if kind == "cluster":
        if login.database:
            raise _InvalidUrlError("a cluster has database 0 only")
        return Cluster(addresses, login)
    if len(addresses) > 1:
        raise _InvalidUrlError("names several servers, as a cluster or Sentinels may have them")
    return Plain(addresses[0], login)


def _database(path: str, options: Mapping[str, str]) -> int:
    written = options.get("db", path) or "0"
    if not written.isdecimal():
        raise _InvalidUrlError("the database is a number")
    return int(written)


def _address(place: str, port: int) -> Address:
    split = urlsplit(f"//{place}")
    return Address(split.hostname or "localhost", split.port or port)


def _tls(options: Mapping[str, str]) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=options.get("ssl_ca_certs") or None)
    if "ssl_certfile" in options:
        context.load_cert_chain(options["ssl_certfile"], options.get("ssl_keyfile") or None)
    requirement = options.get("ssl_cert_reqs", "required")
    if requirement not in ("required", "none"):
        raise _InvalidUrlError("ssl_cert_reqs is required or none")
    context.check_hostname = requirement == "required" and options.get("ssl_check_hostname", "true").lower() != "false"
    context.verify_mode = ssl.CERT_REQUIRED if requirement == "required" else ssl.CERT_NONE
    return context
