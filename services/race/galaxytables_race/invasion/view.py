"""The view of the invasion game, which is the same for everybody: only the order of its deck is hidden."""

from galaxytables.race.v1 import invasion_pb2
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import Pack
from galaxytables_race.ids import invader_id
from galaxytables_race.invasion.ending import greatest_admirals, greatest_contributors
from galaxytables_race.invasion.track import value_against_xeno
from galaxytables_race.options import RaceOptions
from galaxytables_race.state import RaceState
from galaxytables_race.state.invasion import DEFEATED, NO_INVADER, REPULSED, Admiral, Invasion

_ENDS = {
    "": invasion_pb2.INVASION_END_UNSPECIFIED,
    REPULSED: invasion_pb2.INVASION_END_REPULSED,
    DEFEATED: invasion_pb2.INVASION_END_DEFEATED,
}


def show_invasion(pack: Pack, state: RaceState, invasion: Invasion, options: RaceOptions) -> invasion_pb2.Invasion:
    """Return the view of the deck, the track and the markers."""
    book = pack.invasion
    left = [book.wave_of[number] for number in invasion.deck]
    return invasion_pb2.Invasion(
        repulse=invasion.repulse,
        total=sum(admiral.value for admiral in invasion.admirals),
        defeats=invasion.defeats,
        most_defeats=book.most_defeats,
        first_round=book.first_round,
        waves=[invasion_pb2.WaveLeft(wave=wave.wave, cards=left.count(wave.wave)) for wave in book.waves],
        discards=len(invasion.discards),
        track=[
            invasion_pb2.TrackSpace(space=space, seats=stack)
            for space, stack in sorted(invasion.track.items(), reverse=True)
        ],
        end=_ENDS[invasion.end],
        greatest_admirals=greatest_admirals(pack, state),
        greatest_contributors=greatest_contributors(state, options),
    )


def show_admiral(pack: Pack, admiral: Admiral, able: Abilities, *, fought: bool) -> invasion_pb2.Admiral:
    """Return the view of a seat's admiral: its current strength, and its fight if it has fought."""
    shown = invasion_pb2.Admiral(
        value=value_against_xeno(able),
        xeno_defense=able.front.defense,
        war_effort=admiral.war_effort,
        rewards=admiral.rewards,
    )
    if admiral.invader != NO_INVADER:
        card = pack.invasion.cards[admiral.invader]
        shown.fight.invader, shown.fight.invader_id = card.id, invader_id(admiral.invader)
        shown.fight.invader_strength = card.strength_against(admiral.military)
        shown.fight.strength = admiral.value + admiral.defense + admiral.boost
        shown.fight.rank = admiral.rank
        shown.fight.fought = fought
        shown.fight.won = admiral.won
    return shown
