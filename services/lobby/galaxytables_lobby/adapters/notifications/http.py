"""Makes HTTP requests to servers that players name: only at public addresses, without redirects, with short timeouts.

A name is resolved once, its addresses are checked, and the connection goes to an address that was checked. So it does
not matter what the name leads to a moment later, nor how an address is written.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlsplit
from zlib import crc32

import httpcore2

from galaxytables_lobby.adapters.notifications.sending import DELIVERED, Result
from galaxytables_lobby.domain.endpoints import is_public

# For one request in all: name, connection, TLS, and the head of the answer.
SECONDS = 10.0
# More of an answer is not read.
MAX_ANSWER = 16 * 1024
# A pool looks at all its connections for each request, so there are several, and all requests to a host share one.
_POOLS = 16
# Of each pool.
_MAX_CONNECTIONS, _MAX_IDLE, _IDLE_SECONDS = 512, 16, 15.0
_MAX_RETRY_AFTER = 3600
_GONE, _OK = 410, range(200, 300)


class AddressRefusedError(Exception):
    """A host name leads to an address that is not public."""


class CheckedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to a host at one of its addresses, if all of them are public."""

    def __init__(self, *, private: bool) -> None:
        """With `private`, connections to addresses of private networks are allowed too."""
        self._private = private
        self._inner = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # as httpcore2 calls it
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to a host. Raises `AddressRefusedError`, `httpcore2.ConnectError`."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore2.ConnectError(type(error).__name__) from None
        addresses = list(dict.fromkeys(str(address[0]) for *_, address in found))
        if not self._private and not all(map(is_public, addresses)):
            raise AddressRefusedError
        failure: Exception = httpcore2.ConnectError("no address")
        for address in addresses[:2]:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure


class HttpClient:
    """Posts to URLs that players have entered, such as their webhooks."""

    def __init__(self, *, private: bool, tls: ssl.SSLContext | None = None) -> None:
        """With `private`, URLs may use plain http and lead to private networks.

        `tls` replaces the usual certificate authorities.
        """
        tls, backend = tls or ssl.create_default_context(), CheckedBackend(private=private)
        self._pools = [
            httpcore2.AsyncConnectionPool(
                ssl_context=tls,
                max_connections=_MAX_CONNECTIONS,
                max_keepalive_connections=_MAX_IDLE,
                keepalive_expiry=_IDLE_SECONDS,
                network_backend=backend,
            )
            for _ in range(_POOLS)
        ]

    async def close(self) -> None:
        """Close all connections."""
        for pool in self._pools:
            await pool.aclose()

    async def post(self, url: str, headers: Mapping[str, str], content: bytes, *, gone: Iterable[int] = ()) -> Result:
        """Post to a URL, and return how that went. Failures do not raise: they are in the result.

        `gone` lists the statuses, besides 410, with which this server says that the endpoint no longer exists.
        """
        try:
            async with asyncio.timeout(SECONDS):
                return await self._post(url, headers, content, gone)
        except AddressRefusedError:
            return Result("address refused")
        except (TimeoutError, httpcore2.TimeoutException):
            return Result("too slow")
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.UnsupportedProtocol, OSError):
            return Result("unreachable")

    async def _post(self, url: str, headers: Mapping[str, str], content: bytes, gone: Iterable[int]) -> Result:
        pool = self._pools[crc32(urlsplit(url).netloc.encode()) % _POOLS]
        async with pool.stream("POST", url, headers=list(headers.items()), content=content) as response:
            read = 0
            # A short answer is read to its end, so that the connection serves again.
            async for part in response.aiter_stream():
                read += len(part)
                if read > MAX_ANSWER:
                    break
            status = response.status
            if status in _OK:
                return DELIVERED
            return Result(
                f"status {status}", gone=status == _GONE or status in gone, retry_after=_retry_after(response.headers)
            )


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Return for how many milliseconds a server asks to wait; 0 if it does not say."""
    for name, value in headers:
        if name.lower() == b"retry-after" and value.isdigit() and len(value) < len(str(_MAX_RETRY_AFTER)) + 3:
            return min(int(value), _MAX_RETRY_AFTER) * 1000
    return 0


@asynccontextmanager
async def open_http(*, private: bool, tls: ssl.SSLContext | None = None) -> AsyncIterator[HttpClient]:
    """Yield an HTTP client for the block, and close it afterwards."""
    client = HttpClient(private=private, tls=tls)
    try:
        yield client
    finally:
        await client.close()
