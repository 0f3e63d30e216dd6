"""Front doors of lobbies that are not there."""

from dataclasses import dataclass, field, replace

import grpc

from galaxytables_client import Token, UnauthenticatedError


class NoDoor:
    """For identities that ask nobody."""

    address = ""

    async def create_guest(self, name: str) -> Token:
        raise AssertionError(name)

    async def renew(self, token: str) -> Token:
        raise AssertionError(token)

    async def refresh(self, refresh_token: str, request_id: str) -> Token:
        raise AssertionError(refresh_token, request_id)


@dataclass
class Door:
    """Makes guests and renews what it knows, each token with the next number; `good` are those that count.

    With `sessions` a refresh token comes with each, good for one use and its repeats.
    """

    address: str = "there:1"
    seconds: float = 1000.0
    now: float = 0.0
    calls: list[str] = field(default_factory=list)
    good: set[str] = field(default_factory=set)
    sessions: bool = False
    spent: dict[str, tuple[str, Token]] = field(default_factory=dict)

    async def create_guest(self, name: str) -> Token:
        token = self._made(f"guest {name}")
        return replace(token, player=f"player {name} {token.text}") if self.sessions else token

    async def renew(self, token: str) -> Token:
        if token not in self.good:
            self.calls.append(f"refused {token}")
            raise UnauthenticatedError(grpc.StatusCode.UNAUTHENTICATED, "", reason="TOKEN_INVALID")
        return self._made(f"renew {token}")

    async def refresh(self, refresh_token: str, request_id: str) -> Token:
        request, given = self.spent.get(refresh_token, (request_id, None))
        if refresh_token not in self.good or request != request_id:
            self.calls.append(f"refused {refresh_token}")
            raise UnauthenticatedError(grpc.StatusCode.UNAUTHENTICATED, "", reason="REFRESH_TOKEN_SPENT")
        if given is None:
            given = self._made(f"refresh {refresh_token}")
            self.spent[refresh_token] = request_id, given
        return given

    def _made(self, call: str) -> Token:
        self.calls.append(call)
        text = f"token-{len(self.calls)}"
        token = Token(text, self.now + self.seconds)
        if self.sessions:
            token = replace(token, refresh=f"refresh-{text}", request=f"request of {text}")
        self.good |= {text, token.refresh}
        return token
