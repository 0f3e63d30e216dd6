"""An HTTP transport that limits how much an OpenID provider can send, and to which addresses requests go."""

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx2

from galaxytables_lobby.adapters.oidc.settings import is_loopback, is_safe

MAX_BYTES = 256 * 1024
"""The longest answer of a provider."""


class ProviderAnswerError(Exception):
    """An OpenID provider does not answer, or its answer breaks OpenID Connect. The message is for the log."""


class BoundedTransport(httpx2.AsyncBaseTransport):
    """Sends HTTP requests over TLS, and cuts off answers that are too long.

    Only requests to this machine may go without TLS.

    A provider on another machine cannot make this transport send requests to this one. Redirects are not followed.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport, *, local: bool) -> None:
        """`inner` sends the requests. `local` says whether the provider runs on this machine."""
        self._inner = inner
        self._local = local

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request. Raises `ProviderAnswerError` and the errors of httpx."""
        address = urlsplit(str(request.url))
        if not is_safe(address) or (is_loopback(address) and not self._local):
            raise ProviderAnswerError("an address that is not safe")
        # Nothing small may unpack to something large.
        request.headers["accept-encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise ProviderAnswerError("a compressed answer")
        if not isinstance(response.stream, httpx2.AsyncByteStream):
            raise TypeError("a response without a stream")
        response.stream = _Bounded(response.stream)
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    """An answer that ends with an error where it becomes too long."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the answer's parts. Raises `ProviderAnswerError`."""
        size = 0
        async for part in self._inner:
            size += len(part)
            if size > MAX_BYTES:
                raise ProviderAnswerError("an answer that is too long")
            yield part

    async def aclose(self) -> None:
        """Close the answer."""
        await self._inner.aclose()
