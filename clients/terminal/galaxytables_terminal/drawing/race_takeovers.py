"""Draws takeovers of Race for the Galaxy: those of this Settle phase, and marks on worlds that can be taken over."""

from rich.text import Text

from galaxytables.race.v1 import race_pb2
from galaxytables_terminal.drawing.scene import Area, Look, Spot
from galaxytables_terminal.wording import Wording

_OUTCOMES = {
    race_pb2.TAKEOVER_OUTCOME_OPEN: "race-takeover-open",
    race_pb2.TAKEOVER_OUTCOME_WON: "race-takeover-won",
    race_pb2.TAKEOVER_OUTCOME_FAILED: "race-takeover-failed",
    race_pb2.TAKEOVER_OUTCOME_VOID: "race-takeover-void",
}


def takeovers_area(view: race_pb2.RaceView, look: Look) -> Area:
    """Draw the takeovers of the phase, one line for each in the order in which they were declared."""
    return Area(look.say("race-takeovers"), [_takeover(takeover, look) for takeover in view.takeovers], columns=1)


def threat(card: race_pb2.PlacedCard, say: Wording) -> str:
    """Return the mark of a world that others can take over: the strongest attack and the defense.

    The text is empty for any other world.
    """
    if not card.threats:
        return ""
    attack = max(each.attack for each in card.threats)
    return f" {say('race-threat', attack=attack, defense=card.defense)}"


def _takeover(takeover: race_pb2.Takeover, look: Look) -> Spot:
    """Draw a takeover: the attacker, the world, its owner, the card used, and the strengths."""
    name, say = look.catalogue.name, look.say
    text = Text(no_wrap=True)
    text.append(f"{say('talk-speaker', who=look.people.name(takeover.seat))} ", style="bold")
    text.append(say("race-takeover-of", world=name(takeover.world), who=look.people.name(takeover.owner)))
    outcome = say.one_of(_OUTCOMES, takeover.outcome)
    text.append(f" · {say('race-takeover', attack=takeover.attack, defense=takeover.defense, outcome=outcome)}")
    power = name(takeover.power)
    text.append(f" · {say('people-and', first=power, second=name(takeover.fleet)) if takeover.fleet else power}")
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, takeover.world, (takeover.world_id,))
