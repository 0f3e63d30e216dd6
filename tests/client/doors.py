"""Front doors of lobbies that are not there."""

from dataclasses import dataclass, field

import grpc

from galaxy_client import Token, Unauthenticated


class NoDoor:
    """For identities that ask nobody."""

    address = ""

    async def create_guest(self, name: str) -> Token:
        raise AssertionError(name)

    async def renew(self, token: str) -> Token:
        raise AssertionError(token)


@dataclass
class Door:
    """Makes guests and renews what it knows, each token with the next number; `good` are those that count."""

    address: str = "there:1"
    seconds: float = 1000.0
    now: float = 0.0
    calls: list[str] = field(default_factory=list)
    good: set[str] = field(default_factory=set)

    async def create_guest(self, name: str) -> Token:
        return self._made(f"guest {name}")

    async def renew(self, token: str) -> Token:
        if token not in self.good:
            self.calls.append(f"refused {token}")
            raise Unauthenticated(grpc.StatusCode.UNAUTHENTICATED, "", reason="TOKEN_INVALID")
        return self._made(f"renew {token}")

    def _made(self, call: str) -> Token:
        self.calls.append(call)
        text = f"token-{len(self.calls)}"
        self.good.add(text)
        return Token(text, self.now + self.seconds)
