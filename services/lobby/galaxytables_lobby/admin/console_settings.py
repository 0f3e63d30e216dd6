"""Settings of the operators' console: the OpenID provider, and who may do what."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.oidc.settings import ProviderSettings, is_safe, read_address, split
from galaxytables_lobby.admin.roles import Operator, Role
from galaxytables_serving import SettingError
from galaxytables_serving.settings import Kind, seconds, variable

PROVIDER = "console"
"""The name under which the console's provider is kept."""

_MAX_OPERATORS = 1_000
_Name = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\s:,]*$")]
_Word = Annotated[str, msgspec.Meta(max_length=255, pattern=r"^[\x21-\x7e]*$")]


class ConsoleProvider(ProviderSettings, frozen=True, forbid_unknown_fields=True):
    """The OpenID provider where operators sign in."""

    # What is asked for at the provider.
    scope: Annotated[str, msgspec.Meta(max_length=255, pattern=r"^openid( [\x21-\x7e]+)*$")] = "openid"
    # The claim of the ID token that holds the operator's groups; empty if operators are listed one by one.
    groups_claim: _Word = ""


class OperatorEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A role, and who has it: a person or all members of a group.

    A person is named by the provider's `subject`, and has a name for the log.
    """

    role: Literal["reader", "moderator", "operator"]
    name: _Name = ""
    subject: _Word = ""
    group: Annotated[str, msgspec.Meta(max_length=255)] = ""

    @property
    def is_complete(self) -> bool:
        """Return whether the entry names either a person, with subject and name, or a group."""
        return bool(self.subject and self.name) if not self.group else not (self.subject or self.name)


def _content(given: str, begins: str) -> bytes:
    try:
        return given.encode() if given.lstrip().startswith(begins) else Path(given).read_bytes()
    except OSError:
        raise ValueError from None


def _read_provider(given: str) -> ConsoleProvider | None:
    if not given:
        return None
    try:
        found = msgspec.json.decode(_content(given, "{"), type=ConsoleProvider)
    except msgspec.DecodeError:
        raise ValueError from None
    issuer = split(found.issuer)
    if not is_safe(issuer) or issuer.query:
        raise ValueError
    return found


def _read_operators(given: str) -> tuple[OperatorEntry, ...]:
    if not given:
        return ()
    try:
        found = tuple(msgspec.json.decode(_content(given, "["), type=list[OperatorEntry]))
    except msgspec.DecodeError:
        raise ValueError from None
    subjects = [each.subject for each in found if each.subject]
    names = [each.name for each in found if each.name]
    if len(found) > _MAX_OPERATORS or len(set(subjects)) < len(subjects) or len(set(names)) < len(names):
        raise ValueError
    if not all(each.is_complete for each in found):
        raise ValueError
    return found


@dataclass(frozen=True)
class ConsoleSettings:
    """Settings of the console that concern `AdminService`: where operators sign in, and what each may do."""

    provider: ConsoleProvider | None = variable(
        "GALAXYTABLES_CONSOLE_PROVIDER",
        Kind(
            _read_provider,
            "a JSON object, or the path of a file with one, with name, issuer, client_id and client_secret",
            secret=True,
        ),
        'the OpenID provider where operators sign in to the console, as JSON: `{"name": "staff", "label": "Staff", '
        '"issuer": "https://id.example", "client_id": "…", "client_secret": "…", "groups_claim": "groups"}`, or the '
        "path of a file that holds it; unset: the console opens by an operator's secret, on this machine only",
    )
    operators: tuple[OperatorEntry, ...] = variable(
        "GALAXYTABLES_CONSOLE_OPERATORS",
        Kind(
            _read_operators,
            "a JSON list, or the path of a file with one, of objects with role, and subject and name, or group",
        ),
        'who may do what in the console, as JSON: `[{"subject": "248289761001", "name": "olga", "role": "operator"}, '
        '{"group": "moderators", "role": "moderator"}]`, or the path of a file that holds it; roles are `reader`, '
        "`moderator` and `operator`",
    )
    address: str = variable(
        "GALAXYTABLES_CONSOLE_ADDRESS",
        Kind(read_address, "an address such as https://console.example"),
        "where operators open the console, for example `https://console.example`: the provider sends them back there; "
        "unset: only to consoles at 127.0.0.1",
    )
    session_seconds: float = variable(
        "GALAXYTABLES_CONSOLE_SESSION",
        seconds(60, 86_400),
        "seconds until an operator has to sign in to the console again",
        default="28800",
    )

    def __post_init__(self) -> None:
        """Raise `SettingError` if a provider is set and no operators, or a group and no claim that lists groups."""
        if self.provider is not None and not self.operators:
            raise SettingError("GALAXYTABLES_CONSOLE_OPERATORS is not set: nobody could sign in to the console.")
        if any(each.group for each in self.operators) and not (self.provider and self.provider.groups_claim):
            raise SettingError(
                "GALAXYTABLES_CONSOLE_OPERATORS names a group, so GALAXYTABLES_CONSOLE_PROVIDER must have groups_claim."
            )

    def operator_of(self, issuer: str, subject: str, groups: Collection[str]) -> Operator:
        """Return the operator whom the provider confirmed, with the greatest role that the settings give them.

        A person who has a role only through a group is called by their `subject` in the log, since people may choose
        their other claims themselves. Raises OPERATOR_UNKNOWN for anybody without a role.
        """
        if self.provider is None or issuer != self.provider.issuer:
            raise errors.operator_unknown()
        named = [each.name for each in self.operators if each.subject == subject]
        roles = [
            Role[each.role.upper()]
            for each in self.operators
            if (each.subject and each.subject == subject) or (each.group and each.group in groups)
        ]
        if not roles:
            raise errors.operator_unknown()
        return Operator(named[0] if named else f"{self.provider.name}:{subject}", max(roles))
