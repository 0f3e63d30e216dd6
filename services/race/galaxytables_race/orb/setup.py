"""Set-up of the orb game, and the ship that brings its owner a second team (R20.3-R20.6, R20.37)."""

from galaxytables_kit import Barred, Flow, Prompt, Reason, seated, seats_of
from galaxytables_race.components.vocabulary import OrbExtraTeam
from galaxytables_race.orb.playing import cell_of, cell_pick, play_card, ways_to_play
from galaxytables_race.orb.table import DEALT, layout, orb_cards, orb_of
from galaxytables_race.state.orb import Team
from galaxytables_race.state.phases import Developing, OrbSetup
from galaxytables_race.table import RacePlay
from galaxytables_race.table.running import running

_TAKEN = Reason("taken", "R20.5")
_NO_CORNER = Reason("no_corner", "R20.5")


def orb_is_played(play: RacePlay) -> bool:
    """Return whether this table plays the orb game."""
    return play.state.orb is not None


def begin(play: RacePlay) -> OrbSetup:
    """Return the state with which the set-up begins: seats place teams in reverse order of the track (R20.4)."""
    first = play.state.first_seat
    return OrbSetup([*reversed(seats_of(play.seats, first))])


def seats_wait(play: RacePlay) -> bool:
    """Return whether a seat still has to place its team."""
    return bool(running(play, OrbSetup).waiting)


def deal_orb_cards(play: RacePlay) -> None:
    """The track is laid out, and each seat is dealt orb cards to play in reverse order of the track (R20.3-R20.5)."""
    orb, state = orb_of(play), play.state
    orb.track = [*seats_of(play.seats, state.first_seat)]
    for seat in orb.track:
        orb.hands[seat] = [orb.deck.pop() for _ in range(DEALT)]
        play.tell("orb_dealt", seat, count=DEALT, private={seat: {"cards": orb_cards(play, orb.hands[seat])}})


def place_team(play: RacePlay) -> Flow[None]:
    """The next seat plays an orb card and puts its team on a free corner or, without one, on the hub (R20.5, R20.6)."""
    orb, waiting = orb_of(play), running(play, OrbSetup).waiting
    seat = waiting[0]
    ways = ways_to_play(play, orb.hands[seat], touching=True)
    if ways:
        yield from play_card(play, seat, ways, must=True)
    else:
        play.show()
        play.tell("shows_orb_cards", seat, cards=orb_cards(play, orb.hands[seat]))
    taken = {team.cell for team in orb.teams}
    free = [corner for corner in play.pack.orb.corners if corner not in taken] or layout(play).hubs
    corners = play.pack.orb.corners
    others = Barred(
        lambda: {
            cell_pick(cell): _TAKEN if cell in corners else _NO_CORNER
            for cell in layout(play).spots
            if cell not in free
        }
    )
    (corner,) = yield Prompt(seat, "orb.corner", tuple(map(cell_pick, free)), barred=others)
    orb.teams.append(Team(seat, cell_of(corner)))
    play.tell("placed_team", seat, column=cell_of(corner)[0], row=cell_of(corner)[1])
    waiting.pop(0)


def await_ships(play: RacePlay) -> None:
    """Note the seats that placed an Alien Research Ship in this phase (R20.37).

    Each gets a team before the phase ends.
    """
    orb, cards = orb_of(play), play.pack.cards
    developing = running(play, Developing)
    placed = {
        seat
        for seat, own in seated(developing.seats)
        if any(isinstance(power, OrbExtraTeam) for card in own.fresh for power in cards[card].powers)
    }
    developing.ships = [seat for seat in orb.track if seat in placed]


def ships_wait(play: RacePlay) -> bool:
    """Return whether a seat still has to place the team that its ship brings, and cards for this are left."""
    return bool(running(play, Developing).ships and orb_of(play).airlocks)


def place_ship(play: RacePlay) -> Flow[None]:
    """The next owner of a ship plays an extra airlock card and puts a new team on its hub (R20.37)."""
    orb, ships = orb_of(play), running(play, Developing).ships
    seat = ships[0]
    airlock = orb.airlocks[-1]
    ways = ways_to_play(play, [airlock])
    if ways:
        orb.hands[seat].append(orb.airlocks.pop())
        laid = yield from play_card(play, seat, ways, must=True)
        assert laid is not None  # noqa: S101 - it must be played
        turned = play.pack.orb.cards[airlock].turned[laid.turns]
        column, row = next(square.place for square in turned.squares if square.kind == "airlock_hub")
        orb.teams.append(Team(seat, (laid.column + column, laid.row + row)))
        play.tell("placed_team", seat, column=laid.column + column, row=laid.row + row)
    ships.pop(0)
