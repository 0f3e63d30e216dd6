"""An authenticator in software: what a browser and a passkey would answer, and whatever an attacker would."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

ORIGIN, DOMAIN = "http://localhost:5180", "localhost"
PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def to_text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """One passkey. Its fields are what an attacker may change."""

    origin: str = ORIGIN
    domain: str = DOMAIN
    flags: int = PRESENT | VERIFIED
    # Counts uses; None for one that always says 0.
    count: int | None = 0
    credential_id: bytes = field(default_factory=lambda: token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    user: str = ""

    def makes(self, options: str, **changes: Any) -> str:
        """Answer the options of a registration; `changes` replace parts of the response."""
        asked = json.loads(options)
        self.user = asked["user"]["id"]
        body = self.data(ATTESTED) + bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id
        attestation = {"fmt": "none", "attStmt": {}, "authData": body + self.public_key()}
        response = {
            "clientDataJSON": self.client_data("webauthn.create", asked["challenge"]),
            "attestationObject": to_text(cbor2.dumps(attestation)),
            "transports": ["internal"],
        }
        return self.answer({**response, **changes})

    def uses(self, options: str, **changes: Any) -> str:
        """Answer the options of a sign-in; `changes` replace parts of the response."""
        if self.count is not None:
            self.count += 1
        client_data = self.client_data("webauthn.get", json.loads(options)["challenge"])
        data = self.data()
        signed = data + sha256(to_bytes(client_data)).digest()
        response = {
            "clientDataJSON": client_data,
            "authenticatorData": to_text(data),
            "signature": to_text(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": self.user,
        }
        return self.answer({**response, **changes})

    def answer(self, response: dict[str, Any]) -> str:
        name = to_text(self.credential_id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})

    def client_data(self, kind: str, challenge: str) -> str:
        return to_text(json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode())

    def data(self, flags: int = 0) -> bytes:
        counted = (self.count or 0).to_bytes(4, "big")
        return sha256(self.domain.encode()).digest() + bytes([self.flags | flags]) + counted

    def public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
