"""A table together with its game, as loaded or as changed."""

import hashlib

import msgspec
from msgspec.structs import replace

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import HeldPosition, OpenPrompts, pin_of
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.stages import started
from galaxytables_lobby.domain.state import StartedTable, Table
from galaxytables_lobby.ids import PlayerId


class Loaded(msgspec.Struct, frozen=True):
    """A table together with its game. The game's standing and position are None before the start."""

    table: Table
    standing: rules_pb2.Standing | None = None
    position: HeldPosition | None = None
    # The prompts that are open now.
    open_prompts: OpenPrompts = {}
    # The table has left the store, so it can no longer change.
    archived: bool = False
    # The clocks were given back an outage's time, which the store's copy does not show yet.
    compensated: bool = False


class ChangeMade(msgspec.Struct, frozen=True):
    """A change that was made at a table, as listeners for changes receive it."""

    # The version before the change; 0 for a new table.
    before: int
    after: Loaded
    change: Change
    # Whether seats, host, stage or terms changed, and which players must learn of it wherever they look.
    seating: bool
    concerned: frozenset[PlayerId]


def held_position(table: StartedTable, content: bytes, form: bytes) -> HeldPosition:
    """Return a table's position as a `HeldPosition`, which names the rules that can read it."""
    return HeldPosition(content, hashlib.sha256(content).digest()[:16], pin_of(table, form))


def with_change(before: Loaded, change: Change) -> Loaded:
    """Return the table after a change. Raises TABLE_ARCHIVED."""
    if before.archived:
        raise errors.table_archived(before.table.id)
    if change.moved is None:
        return Loaded(change.table, before.standing, before.position, before.open_prompts)
    table, form = started(change.table), change.moved.standing.position_form
    if table.position_form != form:
        table = replace(table, position_form=form)
    return Loaded(table, change.moved.standing, change.moved.position, change.moved.open_prompts)
