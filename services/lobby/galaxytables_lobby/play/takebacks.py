"""Taking choices back by agreement.

Where the rules let nobody undo alone (something hidden was shown, chance was drawn, others have chosen since), those
who play may agree to. The game is then played again from its start, choice by choice, up to where it is to stand: the
lobby keeps no old positions, and the seed and the journal are all that a game is. That costs one call to the rules for
each choice that stays, and happens rarely. Chance stands where it stood then: the same choices meet the same draws.

So who takes back may use twice what they saw, and others what they saw of that: the game does not count for the ratings
from then on, whoever accepted. All who cause that say that they know.
"""

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.endings import is_rated
from galaxytables_lobby.domain.game import Moved, Viewers
from galaxytables_lobby.domain.history import choices_that_hold, events_that_hold
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import Proposal, RatingTerms, RunningTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.play.steps import Play, check_history, unchanged, unpaused
from galaxytables_serving.errors import InternalError

_MINUTE = 60_000
_DAY = 24 * 60 * _MINUTE
# How long a proposal waits for answers: at tables where people sit and play, and where they look in now and then.
LIVE_LIFETIME, SLOW_LIFETIME = 3 * _MINUTE, _DAY


async def propose(
    play: Play,
    table_id: TableId,
    player_id: PlayerId,
    choices: int,
    request: IdempotentRequest | None = None,
    *,
    accept_unrated: bool,
) -> Loaded | Answer:
    """A person proposes to take back their last choices; where nobody has to be asked, that is done."""

    async def step(loaded: Loaded) -> Change:
        seat = _playing_seat(loaded.table, player_id)
        table, _, _ = unpaused(loaded)
        if table.proposal is not None:
            raise errors.takeback_open()
        if seat in table.declined:
            raise errors.takeback_declined()
        check_history(table)
        holding = choices_that_hold(await play.tables.store.journal(table.id))
        own = [choice for choice in holding if choice.seat == seat]
        if len(own) < choices:
            raise errors.nothing_to_undo(seat)
        _check_rating(table, accept_unrated=accept_unrated)
        now = play.tables.now()
        proposal = Proposal(
            # The number of the event that tells it; versions count what is done in secret.
            id=table.events + 1,
            seat=seat,
            choices=choices,
            prompt_id=own[-choices].prompt_id,
            waiting=tuple(number for number in _people(table) if number != seat),
            deadline=now + _lifetime(table),
        )
        if not proposal.waiting:
            return await _take_back(play, table, proposal)
        return playing.propose(table, proposal, now=now)

    return await play.tables.change(table_id, step, request)


async def answer(
    play: Play,
    table_id: TableId,
    player_id: PlayerId,
    proposal_id: int,
    request: IdempotentRequest | None = None,
    *,
    accept: bool,
    accept_unrated: bool,
) -> Loaded | Answer:
    """A person accepts or declines the open proposal; its proposer withdraws it by declining."""

    async def step(loaded: Loaded) -> Change:
        seat = _playing_seat(loaded.table, player_id)
        table, _, _ = unpaused(loaded)
        proposal = table.proposal
        if proposal is None or proposal.id != proposal_id:
            raise errors.takeback_closed(proposal_id)
        now = play.tables.now()
        if not accept:
            return playing.end_proposal(table, seat, now=now)
        if seat not in proposal.waiting:
            return unchanged(table)
        _check_rating(table, accept_unrated=accept_unrated)
        if proposal.waiting == (seat,):
            return await _take_back(play, table, proposal)
        return playing.accept(table, proposal, seat, now=now)

    return await play.tables.change(table_id, step, request)


async def _take_back(play: Play, table: RunningTable, proposal: Proposal) -> Change:
    store = play.tables.store
    holding = choices_that_hold(await store.journal(table.id))
    places = [
        place
        for place, choice in enumerate(holding)
        if (choice.seat, choice.prompt_id) == (proposal.seat, proposal.prompt_id)
    ]
    if not places:
        # Taken back meanwhile by its maker alone.
        raise errors.takeback_closed(proposal.id)
    kept, dropped = holding[: places[-1]], holding[places[-1] :]
    moved, events = await _replay(play, table, kept)
    told = events_that_hold(await store.events(table.id, 1, table.events))
    if list(map(_facts, told[: len(events)])) != list(map(_facts, events)):
        raise InternalError("The game does not replay to where it stood.")
    withdrawn = len(told) - len(events)
    own = sum(choice.seat == proposal.seat for choice in dropped)
    now = play.tables.now()
    return playing.take_back(table, proposal.seat, moved, dropped, own=own, events=withdrawn, now=now)


async def _replay(
    play: Play, table: RunningTable, choices: list[game_pb2.Choice]
) -> tuple[Moved, list[game_pb2.Event]]:
    """The game after some choices, with the views that are watched, and all events up to there."""
    game = play.games.rules_of(table.game)
    watched = play.viewers(table, None)
    started = await game.new_game(
        table.id,
        seats=len(table.seats),
        options=table.options,
        seed=table.seed,
        entropy=[seat.entropy for seat in table.seats],
        viewers=Viewers() if choices else watched,
        rules_version=table.rules_version,
        pack_digest=table.pack_digest,
    )
    if started.pack_digest != table.pack_digest:
        raise errors.undo_refused("New games are played with other components than this one by now.")
    moved, events = started.moved, list(started.moved.events)
    for place, choice in enumerate(choices, 1):
        viewers = watched if place == len(choices) else Viewers()
        moved = await game.apply(table.id, moved.position, _asked_now(moved, choice), viewers)
        events += moved.events
    return moved, events


def _asked_now(moved: Moved, choice: game_pb2.Choice) -> game_pb2.Choice:
    """A choice of the journal as an answer to the one prompt open to its seat, whatever id that had then."""
    (prompt_id,) = moved.asked.get(SeatNumber(choice.seat)) or (choice.prompt_id,)
    return game_pb2.Choice(seat=choice.seat, prompt_id=prompt_id, picks=choice.picks)


def _check_rating(table: RunningTable, *, accept_unrated: bool) -> None:
    """Raise MUST_STAY_RATED, WOULD_BE_UNRATED where a takeback may not, or not yet, end that the game counts."""
    if not is_rated(table):
        return
    if table.rating is RatingTerms.STRICT:
        raise errors.must_stay_rated()
    if not accept_unrated:
        raise errors.would_be_unrated()


def _people(table: RunningTable) -> list[SeatNumber]:
    """Seats of people who still play; bots are not asked, they always accept."""
    return [number for number, seat in table.numbered if seat.player is not None and not seat.resigned]


def _playing_seat(table: Table, player_id: PlayerId) -> SeatNumber:
    seat = table.playing_seat(player_id)
    if seat is None:
        raise errors.not_seated()
    return seat


def _lifetime(table: RunningTable) -> int:
    time = table.control.per_move or table.control.initial
    return LIVE_LIFETIME if 0 < time < _DAY else SLOW_LIFETIME


def _facts(event: game_pb2.Event) -> tuple[object, ...]:
    """What an event says, without the sentences: those may be put better by a newer version of the same rules."""
    private = [(part.seat, list(part.facts)) for part in event.private_parts]
    return event.kind, event.seat, list(event.facts), private
