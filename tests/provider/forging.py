"""A provider that lies: its discovery document, keys and tokens are what a test makes of them."""

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

CLIENT_ID, CLIENT_SECRET, NONCE = "tables", "a secret of the two", "the nonce of this sign-in"
# Those that a forger may try, which the library itself would refuse to make by default.
ANY = ["RS256", "HS256", "none"]
KEY, OTHER_KEY = (RSAKey.generate_key(2048, {"kid": "first", "use": "sig"}) for _ in range(2))
WEAK_KEY = RSAKey.generate_key(1024, {"kid": "weak", "use": "sig"})


class Forger:
    """The provider. Each attribute that a test sets replaces a part of what an honest one would send."""

    def __init__(self) -> None:
        self.issuer = ""
        self.discovery: dict[str, Any] = {}
        self.keys: list[dict[str, Any]] = [KEY.as_dict(private=False)]
        self.claims: dict[str, Any] = {}
        self.left_out: set[str] = set()
        self.header: dict[str, Any] = {"alg": "RS256", "kid": "first"}
        self.key: RSAKey | OctKey = KEY
        self.answer: Callable[[], dict[str, Any]] = self.tokens
        # Answers as they are, by path: status, headers, content.
        self.raw: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.hangs: set[str] = set()
        self.asked: list[str] = []
        self.ended = threading.Event()

    def id_token(self) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": "alice",
            "aud": CLIENT_ID,
            "nonce": NONCE,
            "iat": now,
            "exp": now + 300,
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if name not in self.left_out}
        return jwt.encode(self.header, claims, self.key, algorithms=ANY)

    def tokens(self) -> dict[str, Any]:
        return {"access_token": "of no use", "token_type": "Bearer", "expires_in": 60, "id_token": self.id_token()}

    def of(self, path: str) -> tuple[int, dict[str, str], bytes]:
        self.asked.append(path)
        if path in self.raw:
            return self.raw[path]
        match path:
            case "/.well-known/openid-configuration":
                content: dict[str, Any] = {
                    "issuer": self.issuer,
                    "authorization_endpoint": f"{self.issuer}/auth",
                    "token_endpoint": f"{self.issuer}/token",
                    "jwks_uri": f"{self.issuer}/jwks",
                    "code_challenge_methods_supported": ["S256"],
                    **self.discovery,
                }
            case "/jwks":
                content = {"keys": self.keys}
            case _:
                content = self.answer()
        return 200, {"content-type": "application/json"}, json.dumps(content).encode()


@contextmanager
def forging() -> Iterator[Forger]:
    """A forger at a free port of this machine."""
    forger = Forger()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path in forger.hangs:
                forger.asked.append(self.path)
                forger.ended.wait(60)
                return
            status, headers, content = forger.of(self.path)
            self.send_response(status)
            for name, value in {"content-length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    forger.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield forger
    finally:
        forger.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()


def bomb() -> tuple[int, dict[str, str], bytes]:
    """A small answer that unpacks to a large one."""
    return 200, {"content-type": "application/json", "content-encoding": "gzip"}, gzip.compress(b" " * 10_000_000)
