"""What the lobby itself tells at a table: every kind of event, and the facts that it can have."""

from collections.abc import Collection, Mapping

KINDS: Mapping[str, Collection[str]] = {
    "started": (),
    "clocked_out": (),
    "resigned": (),
    "handed_over": ("bot",),
    "undone": ("withdrawn",),
    "takeback_proposed": ("choices",),
    "takeback_declined": (),
    "takeback_expired": (),
    "taken_back": ("choices", "withdrawn"),
    "pause_wished": (),
    "resume_wished": (),
    "wish_withdrawn": (),
    "paused": (),
    "resumed": (),
    "vacation_began": ("most_seconds",),
    "vacation_ended": ("left_seconds",),
    "compensated": (),
    "end_claimed": (),
    "finished": ("reason",),
}


def check(kind: str, facts: Collection[str]) -> None:
    """Raise `KeyError` for a kind, and `ValueError` for a fact, that is not named here."""
    unknown = set(facts).difference(KINDS[kind])
    if unknown:
        raise ValueError(f"{kind} has no {', '.join(sorted(unknown))}")
