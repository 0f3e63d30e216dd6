"""The ready-made time controls that `ListGames` offers."""

from dataclasses import dataclass

from galaxytables_lobby.domain.state import TimeControl

_SECOND = 1_000
_MINUTE = 60 * _SECOND
_DAY = 24 * 60 * _MINUTE


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made time control, with a name and a title for people; `live` means that players stay at the table."""

    name: str
    title: str
    live: bool
    control: TimeControl


PRESETS = (
    Preset(
        "live_quick",
        "Live, quick: 20 seconds a choice, 3 minutes in the bank",
        True,
        TimeControl(per_move=20 * _SECOND, bank=3 * _MINUTE, grace=_SECOND, misses_before_handover=3),
    ),
    Preset(
        "live",
        "Live: 45 seconds a choice, 10 minutes in the bank",
        True,
        TimeControl(per_move=45 * _SECOND, bank=10 * _MINUTE, grace=_SECOND, misses_before_handover=3),
    ),
    Preset(
        "live_budget",
        "Live, one clock: 20 minutes for the game, 10 seconds back a choice, never more than 30 minutes",
        True,
        TimeControl(
            initial=20 * _MINUTE, increment=10 * _SECOND, cap=30 * _MINUTE, grace=_SECOND, misses_before_handover=3
        ),
    ),
    Preset(
        "slow",
        "Slow: a day a choice, a week in the bank, three weeks of vacation",
        False,
        TimeControl(per_move=_DAY, bank=7 * _DAY, vacation=21 * _DAY, grace=10 * _SECOND, misses_before_handover=2),
    ),
    Preset(
        "slow_easy",
        "Slow, easy: three days a choice, two weeks in the bank, five weeks of vacation",
        False,
        TimeControl(
            per_move=3 * _DAY, bank=14 * _DAY, vacation=35 * _DAY, grace=10 * _SECOND, misses_before_handover=2
        ),
    ),
)
