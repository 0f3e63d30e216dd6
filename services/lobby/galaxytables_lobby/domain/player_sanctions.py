"""What moderators have decided about a player, read from the log of acts; pure. Only that player may see it.

The log has every act with its reason. So a sanction is an act of the log, and its id is the act's number. What holds
now follows from the acts that came later, and from the player's appeals.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from galaxytables_lobby.domain.archived import DONE, Act
from galaxytables_lobby.domain.reports import Report, ReportState
from galaxytables_lobby.ids import TableId


class SanctionKind(IntEnum):
    """What a moderator decided; the numbers are those of `galaxytables.lobby.v1.PlayerSanctionKind`."""

    WARNING = 1
    MUTE = 2
    BAN = 3
    VOIDED_GAME = 4


# Names of acts in the log.
WARNING, MUTE, BAN = "warning", "mute", "ban"
VOID_GAME, RESTORE_GAME, LIFT = "void_game", "restore_game", "lift_sanction"

_KINDS: Mapping[str, SanctionKind] = {
    WARNING: SanctionKind.WARNING,
    MUTE: SanctionKind.MUTE,
    BAN: SanctionKind.BAN,
    VOID_GAME: SanctionKind.VOIDED_GAME,
}
_REPLACED = (SanctionKind.MUTE, SanctionKind.BAN)


@dataclass(frozen=True, kw_only=True)
class PlayerSanction:
    """A sanction of a player; times are in milliseconds since the epoch, and `until` is 0 if it never ends."""

    number: int
    kind: SanctionKind
    reason: str
    operator: str
    since: int
    until: int
    in_force: bool
    lifted: bool
    table_id: TableId
    appeal: Report | None


def sanctions_of(acts: Sequence[Act], appeals: Sequence[Report], *, now: int) -> list[PlayerSanction]:
    """Return the sanctions among the acts about one player, newest first.

    `acts` may come in any order. Acts that were refused or not finished are left out.
    """
    by_act = {appeal.act: appeal for appeal in appeals if appeal.act}
    ended: dict[tuple[SanctionKind, str], bool] = {}
    found = []
    for act in sorted(acts, key=lambda each: -each.number):
        if act.outcome != DONE:
            continue
        details = json.loads(act.details)
        table_id = str(details.get("table", ""))
        if act.act == LIFT:
            kind = _KINDS.get(str(details.get("kind", "")))
            if kind is not None:
                ended[kind, ""] = True
        elif act.act == RESTORE_GAME:
            ended[SanctionKind.VOIDED_GAME, table_id] = True
        elif act.act in _KINDS:
            kind, appeal = _KINDS[act.act], by_act.get(act.number)
            key = kind, table_id
            lifted = ended.get(key, False) or (appeal is not None and appeal.state is ReportState.DECIDED)
            until = _milliseconds(str(details.get("until", "")))
            replaced = key in ended
            found.append(
                PlayerSanction(
                    number=act.number,
                    kind=kind,
                    reason=act.reason,
                    operator=act.operator,
                    since=act.time,
                    until=until,
                    in_force=not (lifted or replaced) and (not until or now < until),
                    lifted=lifted,
                    table_id=TableId(table_id),
                    appeal=appeal,
                )
            )
            if kind in _REPLACED:
                # An earlier one of the kind was replaced by this one.
                ended[key] = False
            else:
                ended.pop(key, None)
    return found


def _milliseconds(moment: str) -> int:
    return round(datetime.fromisoformat(moment).timestamp() * 1000) if moment else 0
