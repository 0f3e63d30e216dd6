"""The two ceremonies of WebAuthn, registration and sign-in: makes options for a browser, and verifies its answers.

The library takes half a second to import, so `passkeys` loads this module when the first passkey is used. Answers come
from strangers: if an answer is not valid, the functions may raise any exception.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import webauthn
from webauthn.helpers import parse_attestation_object
from webauthn.helpers.structs import (
    AttestationConveyancePreference,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.people.passkey_key import Key

Json: TypeAlias = dict[str, Any]  # what a browser sent: JSON of any form

_NAME = "Galaxy Tables"
# The longest that WebAuthn allows.
_MAX_CREDENTIAL_ID_BYTES = 1_023
# Attestations that nobody vouches for: none, or a signature by the passkey itself.
_FORMATS = frozenset({"none", "packed"})


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a browser's answer must match: challenge, domain, allowed pages, and whether the owner is verified."""

    challenge: bytes
    domain: str
    origins: Sequence[str]
    verified: bool


def registration_options(
    player: Person, known: Iterable[str], *, challenge: bytes, domain: str, seconds: int, verified: bool
) -> str:
    """Return the options by which a browser makes a new passkey, as JSON.

    `known` are the ids of the player's other passkeys.
    """
    options = webauthn.generate_registration_options(
        rp_id=domain,
        rp_name=_NAME,
        user_id=player.id.encode(),
        user_name=player.name,
        user_display_name=player.name,
        challenge=challenge,
        timeout=seconds * 1000,
        attestation=AttestationConveyancePreference.NONE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_verification(verified=verified)
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=to_bytes(each)) for each in known],
    )
    return webauthn.options_to_json(options)


def sign_in_options(*, challenge: bytes, domain: str, seconds: int, verified: bool) -> str:
    """Return the options by which a browser signs a player in with any passkey, as JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=domain,
        challenge=challenge,
        timeout=seconds * 1000,
        user_verification=_verification(verified=verified),
    )
    return webauthn.options_to_json(options)


def registered(credential: Json, expected: Expected) -> tuple[str, Key]:
    """Verify a browser's answer to a registration. Returns the new passkey's id, and the key to store."""
    attestation = parse_attestation_object(to_bytes(credential["response"]["attestationObject"]))
    if attestation.fmt not in _FORMATS or attestation.att_stmt.x5c:
        raise ValueError
    made = webauthn.verify_registration_response(
        credential=credential,
        expected_challenge=expected.challenge,
        expected_rp_id=expected.domain,
        expected_origin=list(expected.origins),
        require_user_verification=expected.verified,
    )
    if len(made.credential_id) > _MAX_CREDENTIAL_ID_BYTES:
        raise ValueError
    key = Key(made.credential_public_key, made.sign_count, synced=made.credential_backed_up)
    return to_text(made.credential_id), key


def used(credential: Json, expected: Expected, key: Key, user: bytes) -> Key:
    """Verify a browser's answer to a sign-in. Returns the key to store; `user` is the id of the passkey's owner.

    Use counts are not compared.
    """
    made = webauthn.verify_authentication_response(
        credential=credential,
        expected_challenge=expected.challenge,
        expected_rp_id=expected.domain,
        expected_origin=list(expected.origins),
        credential_public_key=key.public_key,
        credential_current_sign_count=0,
        require_user_verification=expected.verified,
    )
    handle = credential["response"].get("userHandle")
    if handle is not None and to_bytes(handle) != user:
        raise ValueError
    return Key(key.public_key, made.new_sign_count, synced=made.credential_backed_up)


def client_data(credential: Json) -> Json:
    """Return a WebAuthn credential's client data: the challenge, origin and ceremony that the browser signed."""
    found: Json = json.loads(to_bytes(credential["response"]["clientDataJSON"]))
    return found


def to_bytes(text: str) -> bytes:
    """Decode base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_text(content: bytes) -> str:
    """Encode as base64url without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def _verification(*, verified: bool) -> UserVerificationRequirement:
    return UserVerificationRequirement.REQUIRED if verified else UserVerificationRequirement.PREFERRED
