"""Accounts: players who can come back by a sign-in method. Plain data; times are milliseconds since the epoch."""

from dataclasses import dataclass, field
from enum import StrEnum

from galaxytables_lobby.ids import PlayerId


class WayInKind(StrEnum):
    """The kinds of sign-in methods."""

    # An account at an OpenID provider: `issuer` and `subject` are the claims of its ID tokens.
    OIDC = "oidc"
    # A passkey: `issuer` is the relying party's id, `subject` the credential's id.
    PASSKEY = "passkey"


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The identity that a sign-in method proves. Two people with equal proofs are the same person."""

    kind: WayInKind
    issuer: str
    subject: str
    # What the provider says that they belong to, where that is asked for. It is no part of the proof.
    groups: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class NewWayIn:
    """A sign-in method that is to be added to an account: its proof, its label, and its kind's own details."""

    proof: Proof
    label: str
    details: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class WayIn:
    """A sign-in method of an account. No other account has it."""

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
    """A player who has at least one sign-in method."""

    player_id: PlayerId
    name: str
    created: int
    # When the name was last changed; 0 for never.
    renamed: int
    ways_in: tuple[WayIn, ...]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A sign-in: the method that was used and, if the caller has a guest's token, that guest."""

    # The sign-in method, new or known.
    shown: NewWayIn
    guest: PlayerId | None
    # The name and id of the account, if nobody has this method and there is no guest.
    name: str
    new_player_id: PlayerId
    # The id of the session that begins, which goes on when all others of a guest end.
    session: str
    now: int


@dataclass(frozen=True, kw_only=True)
class Entered:
    """The outcome of a sign-in: the player, whether the account is new, and the merge of the guest, if there is one."""

    player_id: PlayerId
    name: str
    # The account was made now.
    is_new: bool
    merge: "Merge | None"


@dataclass(frozen=True, kw_only=True)
class Merge:
    """A merge, which makes a guest part of an account: the guest's tokens end, and the account gets the guest's data.

    A guest who gets a first sign-in method becomes an account under the same id. Then there is nothing to move.
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
        """Return whether guest and account are the same player, so that there is nothing to move."""
        return self.guest == self.account
