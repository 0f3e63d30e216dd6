"""Accounts: players who come back by a way in. Plain data; times are milliseconds since the epoch."""

from dataclasses import dataclass
from enum import StrEnum

from galaxytables_lobby.ids import PlayerId


class WayInKind(StrEnum):
    """The ways in which a player can sign in."""

    # An account at an OpenID provider: `issuer` and `subject` are the claims of its ID tokens.
    OIDC = "oidc"
    # A passkey: `issuer` is the relying party's id, `subject` the credential's id.
    PASSKEY = "passkey"


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The proof of identity that a way to sign in gives: anybody who can give it again is the same person."""

    kind: WayInKind
    issuer: str
    subject: str


@dataclass(frozen=True, kw_only=True)
class NewWayIn:
    """A way in that an account may get: its proof, what to call it, and what its kind keeps beside."""

    proof: Proof
    label: str
    details: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class WayIn:
    """One way into an account. At most one account has it."""

    number: int
    kind: WayInKind
    issuer: str
    subject: str
    # What its player calls it, or the provider's name.
    label: str
    added: int
    # When it was last used to sign in.
    used: int
    # What the kind keeps beside: a passkey's public key and counter.
    details: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class Account:
    """A player who has at least one way in."""

    player_id: PlayerId
    name: str
    created: int
    # When the name was last changed; 0 for never.
    renamed: int
    ways_in: tuple[WayIn, ...]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Somebody at the door with a proof. `guest` is the player whose token they show, if that is no account."""

    # The way in, new or known.
    shown: NewWayIn
    guest: PlayerId | None
    # The name and id of the account, if nobody has this way in and there is no guest.
    name: str
    new_player_id: PlayerId
    # The id of the session that begins, which goes on when all others of a guest end.
    session: str
    now: int


@dataclass(frozen=True, kw_only=True)
class Entered:
    """Who somebody at the door is, and the joining that begins with it."""

    player_id: PlayerId
    name: str
    # The account was made now.
    is_new: bool
    joining: "Joining | None"


@dataclass(frozen=True, kw_only=True)
class Joining:
    """A guest who becomes part of an account: their tokens end, and what is theirs moves to the account.

    If guest and account are one player, who has just got a first way in, there is nothing to move.
    """

    number: int
    guest: PlayerId
    account: PlayerId
    # The id of the session that began it, which goes on.
    session: str
    begun: int
    # When everything had moved for the first time; None if it has not. It is looked through once more later.
    moved: int | None = None

    @property
    def is_one(self) -> bool:
        """Return whether guest and account are one player."""
        return self.guest == self.account
