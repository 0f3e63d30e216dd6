"""The invasion game of Race for the Galaxy: the track from its highest space down, and everybody's fight."""

from collections.abc import Iterator

from rich.text import Text

from clients.terminal.drawing.scene import Area, Look, Spot
from galaxy.race.v1 import invasion_pb2, race_pb2

_ENDS = {
    invasion_pb2.INVASION_END_REPULSED: "the Xeno are repulsed",
    invasion_pb2.INVASION_END_DEFEATED: "the empire is lost",
}


def invasion_area(view: race_pb2.RaceView, look: Look) -> Area:
    """Draw the invasion: a line for each seat, the most advanced admiral first."""
    invasion = view.invasion
    waves = ", ".join(f"wave {left.wave}: {left.cards}" for left in invasion.waves if left.cards)
    parts = [
        f"Invasion · repulsed at {invasion.repulse}",
        f"all admirals {sum(empire.admiral.value for empire in view.empires)}",
        f"defeats {invasion.defeats} of {invasion.most_defeats}",
        _ENDS.get(invasion.end, ""),
        f"from round {invasion.first_round} on" if view.round < invasion.first_round else "",
        waves,
    ]
    spots = [_admiral(empire, invasion, look) for empire in _most_advanced_first(view)]
    return Area(" · ".join(filter(None, parts)), spots, columns=1)


def invasion_figures(empire: race_pb2.Empire) -> str:
    """What the list of players says of an admiral; empty without the invasion game."""
    return f"against Xeno {empire.admiral.value}" if empire.HasField("admiral") else ""


def _most_advanced_first(view: race_pb2.RaceView) -> Iterator[race_pb2.Empire]:
    empires = {empire.seat: empire for empire in view.empires}
    for space in view.invasion.track:
        for seat in reversed(space.seats):
            yield empires.pop(seat)
    yield from empires.values()


def _admiral(empire: race_pb2.Empire, invasion: invasion_pb2.Invasion, look: Look) -> Spot:
    """Write a seat's strength, chips and fight; `+` marks who would have a bonus tile now."""
    admiral = empire.admiral
    defense = f" and {admiral.xeno_defense} defense" if admiral.xeno_defense else ""
    best = "+" if empire.seat in invasion.greatest_admirals else ""
    most = "+" if empire.seat in invasion.greatest_contributors else ""
    text = Text(no_wrap=True)
    text.append(f"{look.people.name(empire.seat)}: ", style="bold")
    text.append(f"{admiral.value}{best}{defense}")
    text.append(f" · war effort {admiral.war_effort}{most} · rewards {admiral.rewards}")
    component = ""
    if admiral.HasField("fight"):
        component = admiral.fight.invader
        text.append(f" · {_fight(admiral.fight)}")
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, component)


def _fight(fight: invasion_pb2.Fight) -> str:
    if fight.fought:
        return f"{'held' if fight.won else 'lost'} {fight.strength} to {fight.invader_strength}"
    verb = "holds" if fight.strength > fight.invader_strength else "loses"
    return f"{verb} {fight.strength} to {fight.invader_strength}"
