"""Draws the invasion game of Race for the Galaxy: the track from its highest space down, and each seat's fight."""

from collections.abc import Iterator

from rich.text import Text

from galaxytables.race.v1 import invasion_pb2, race_pb2
from galaxytables_terminal.drawing.scene import Area, Look, Spot
from galaxytables_terminal.wording import Wording

_ENDS = {
    invasion_pb2.INVASION_END_REPULSED: "race-xeno-repulsed",
    invasion_pb2.INVASION_END_DEFEATED: "race-xeno-defeated",
}


def invasion_area(view: race_pb2.RaceView, look: Look) -> Area:
    """Draw the invasion: one line for each seat, the most advanced admiral first."""
    invasion = view.invasion
    say = look.say
    waves = [say("race-wave-cards", wave=left.wave, cards=left.cards) for left in invasion.waves if left.cards]
    parts = [
        say("race-invasion", repulse=invasion.repulse),
        say("race-all-admirals", strength=sum(empire.admiral.value for empire in view.empires)),
        say("race-defeats", defeats=invasion.defeats, most=invasion.most_defeats),
        say.one_of(_ENDS, invasion.end),
        say("race-invasion-begins", round=invasion.first_round) if view.round < invasion.first_round else "",
        say.listed(waves),
    ]
    spots = [_admiral(empire, invasion, look) for empire in _most_advanced_first(view)]
    return Area(" · ".join(filter(None, parts)), spots, columns=1)


def invasion_figures(empire: race_pb2.Empire, say: Wording) -> str:
    """Return the text about a player's admiral for the list of players; empty without the invasion game."""
    return say("race-against-xeno-strength", strength=empire.admiral.value) if empire.HasField("admiral") else ""


def _most_advanced_first(view: race_pb2.RaceView) -> Iterator[race_pb2.Empire]:
    empires = {empire.seat: empire for empire in view.empires}
    for space in view.invasion.track:
        for seat in reversed(space.seats):
            yield empires.pop(seat)
    yield from empires.values()


def _admiral(empire: race_pb2.Empire, invasion: invasion_pb2.Invasion, look: Look) -> Spot:
    """Draw a seat's strength, chips and fight; `+` marks the seats that would now get a bonus tile."""
    admiral, say = empire.admiral, look.say
    defense = f" {say('race-xeno-defense', strength=admiral.xeno_defense)}" if admiral.xeno_defense else ""
    best = "+" if empire.seat in invasion.greatest_admirals else ""
    mark = "+" if empire.seat in invasion.greatest_contributors else ""
    text = Text(no_wrap=True)
    text.append(f"{say('talk-speaker', who=look.people.name(empire.seat))} ", style="bold")
    text.append(f"{admiral.value}{best}{defense}")
    text.append(f" · {say('race-war-effort', chips=admiral.war_effort)}{mark}")
    text.append(f" · {say('race-rewards', chips=admiral.rewards)}")
    component = ""
    ids: tuple[str, ...] = ()
    if admiral.HasField("fight"):
        component, ids = admiral.fight.invader, (admiral.fight.invader_id,)
        text.append(f" · {_fight(admiral.fight, say)}")
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, component, ids)


def _fight(fight: invasion_pb2.Fight, say: Wording) -> str:
    if fight.fought:
        said = "race-fight-held" if fight.won else "race-fight-lost"
    else:
        said = "race-fight-holds" if fight.strength > fight.invader_strength else "race-fight-loses"
    return say(said, strength=fight.strength, invader=fight.invader_strength)
