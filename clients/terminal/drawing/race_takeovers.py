"""Takeovers of Race for the Galaxy: those of the running Settle phase, and the mark of a world that can be taken."""

from rich.text import Text

from clients.terminal.drawing.scene import Area, Look, Spot
from galaxy.race.v1 import race_pb2

_OUTCOMES = {
    race_pb2.TAKEOVER_OUTCOME_OPEN: "to be fought",
    race_pb2.TAKEOVER_OUTCOME_WON: "won",
    race_pb2.TAKEOVER_OUTCOME_FAILED: "beaten off",
    race_pb2.TAKEOVER_OUTCOME_VOID: "came to nothing",
}


def takeovers_area(view: race_pb2.RaceView, look: Look) -> Area:
    """Draw the takeovers of the phase, a line for each in the order of declaration."""
    return Area(
        "Takeovers · attack against defense", [_takeover(takeover, look) for takeover in view.takeovers], columns=1
    )


def threat(card: race_pb2.PlacedCard) -> str:
    """Mark a world that others can take over: the strongest attack, and the defense; empty if nobody can."""
    if not card.threats:
        return ""
    return f" ({max(each.attack for each in card.threats)} against {card.defense})"


def _takeover(takeover: race_pb2.Takeover, look: Look) -> Spot:
    """Write who takes what from whom, by which card, and how it stands."""
    name = look.catalogue.name
    with_fleet = f" and {name(takeover.fleet)}" if takeover.fleet else ""
    text = Text(no_wrap=True)
    text.append(f"{look.people.name(takeover.seat)}: ", style="bold")
    text.append(f"{name(takeover.world)} of {look.people.name(takeover.owner)}")
    text.append(f" · {takeover.attack} against {takeover.defense}, {_OUTCOMES.get(takeover.outcome, '')}")
    text.append(f" · {name(takeover.power)}{with_fleet}")
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, takeover.world, option=takeover.world_id)
