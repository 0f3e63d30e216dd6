"""Reads the settings, which say what to check, from the environment and from `NAME=value` arguments."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from galaxytables_client.channel import host_and_port
from galaxytables_verify.errors import SettingsError

DEFAULT_SERVER = "127.0.0.1:5100"

HELP = """\
galaxytables verify, make verify, or python -m galaxytables_verify, with these as NAME=value:

  RECORD=file          check this record, a serialized galaxytables.rules.v1.Record
  TABLE=id             or the record of this table (or of its invitation)
  SERVER=host:port     the server of the table (default: GALAXYTABLES_LOBBY or 127.0.0.1:5100)
  RULES=host:port      the rules service that replays the record (default: the server has it done; a RECORD
                       needs one)
  COMMITMENT=hex       the commitment that you noted before the game
  SAVE=file            keep the record there
  GALAXYTABLES_RULES_KEYS=…  what the rules service takes, of several the first (default: it hears anybody)
  GALAXYTABLES_TOKEN=token   a player's token, for a private table (default: come as a guest)

Exit code 0: all of it holds. 1: something differs or could not be checked. 2: a setting is wrong.
"""

_KNOWN = frozenset(
    {
        "RECORD",
        "TABLE",
        "SERVER",
        "RULES",
        "COMMITMENT",
        "SAVE",
        "GALAXYTABLES_TOKEN",
        "GALAXYTABLES_LOBBY",
        "GALAXYTABLES_RULES_KEYS",
    },
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the command. What to check is either `record`, a file, or `table`, a table's id.

    Without `rules`, the platform replays the record.
    """

    record: Path | None = None
    table: str = ""
    server: str = DEFAULT_SERVER
    rules: str = ""
    rules_key: str = ""
    commitment: bytes = b""
    save: Path | None = None
    token: str = ""


def read_settings(environment: Mapping[str, str], arguments: Sequence[str] = ()) -> Settings:
    """Return settings from the environment, overridden by `NAME=value` arguments. Raises `SettingsError`."""
    values = {name: value for name, value in environment.items() if name in _KNOWN and value}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not equals or name not in _KNOWN:
            raise SettingsError(name, "it must be NAME=value with a name that --help lists")
        values[name] = value
    record, table = values.get("RECORD", ""), values.get("TABLE", "")
    if bool(record) == bool(table):
        raise SettingsError("RECORD or TABLE", "exactly one of them says what to check")
    rules = values.get("RULES", "")
    return Settings(
        record=Path(record) if record else None,
        table=table,
        server=_address("SERVER", values.get("SERVER") or values.get("GALAXYTABLES_LOBBY") or DEFAULT_SERVER),
        rules=_address("RULES", rules) if rules else "",
        rules_key=values.get("GALAXYTABLES_RULES_KEYS", "").partition(",")[0].strip(),
        commitment=_commitment(values.get("COMMITMENT", "")),
        save=Path(values["SAVE"]) if values.get("SAVE") else None,
        token=values.get("GALAXYTABLES_TOKEN", ""),
    )


def _address(name: str, value: str) -> str:
    try:
        host_and_port(value)
    except ValueError:
        raise SettingsError(name, "it must be host:port, for example 127.0.0.1:5100") from None
    return value


def _commitment(value: str) -> bytes:
    if value and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise SettingsError("COMMITMENT", "it must be 64 hexadecimal digits")
    return bytes.fromhex(value)
