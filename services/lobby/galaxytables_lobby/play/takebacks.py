"""The use case of a takeback: players agree to take choices back.

The rules refuse an undo if something hidden was shown, chance was drawn or others have chosen since. Then the players
may still agree to take choices back. The game is replayed from its start up to the choice in question, because the
lobby keeps no old positions. That costs one call to the rules for each choice that stays, and is rare. The seed stays
the same, so the same choices lead to the same draws.

A takeback lets players use what they have seen, so the game is unrated from then on. The player who proposes it and all
players who accept it must confirm that.
"""

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.endings import is_rated
from galaxytables_lobby.domain.history import choices_that_hold, events_that_hold
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import Proposal, RatingTerms, RunningTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.play.replaying import replay
from galaxytables_lobby.play.steps import Play, check_history, unpaused
from galaxytables_serving.errors import InternalError

_MINUTE = 60_000
_DAY = 24 * 60 * _MINUTE
# How long a proposal stays open, at live tables and at slow ones.
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
    """Propose to take back a player's last `choices` choices; if nobody else must agree, take them back at once."""

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
            # The number of its event; a version would also count secret choices.
            id=table.events + 1,
            seat=seat,
            choices=choices,
            prompt_id=own[-choices].prompt_id,
            waiting=tuple(number for number in table.persons if number != seat),
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
    """Accept or decline the open takeback proposal. If its proposer declines it, it is withdrawn."""

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
            return Change(table)
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
        # Its maker has undone it meanwhile.
        raise errors.takeback_closed(proposal.id)
    kept, dropped = holding[: places[-1]], holding[places[-1] :]
    started, moves = await replay(play, table, kept, rules_version=table.rules_version, pack_digest=table.pack_digest)
    if started.pack_digest != table.pack_digest:
        raise errors.undo_refused("New games are played with other components than this one by now.")
    moved = moves[-1][1] if moves else started.moved
    events = [*started.moved.events, *(event for _, each in moves for event in each.events)]
    earlier = events_that_hold(await store.events(table.id, 1, table.events))
    if list(map(_facts, earlier[: len(events)])) != list(map(_facts, events)):
        raise InternalError("The game does not replay to where it stood.")
    withdrawn = len(earlier) - len(events)
    own = sum(choice.seat == proposal.seat for choice in dropped)
    now = play.tables.now()
    return playing.take_back(table, proposal.seat, moved, dropped, own=own, events=withdrawn, now=now)


def _check_rating(table: RunningTable, *, accept_unrated: bool) -> None:
    """Raise MUST_STAY_RATED or WOULD_BE_UNRATED unless the game may become unrated by a takeback."""
    if not is_rated(table):
        return
    if table.rating is RatingTerms.STRICT:
        raise errors.must_stay_rated()
    if not accept_unrated:
        raise errors.would_be_unrated()


def _playing_seat(table: Table, player_id: PlayerId) -> SeatNumber:
    seat = table.playing_seat(player_id)
    if seat is None:
        raise errors.not_seated()
    return seat


def _lifetime(table: RunningTable) -> int:
    time = table.control.per_move or table.control.initial
    return LIVE_LIFETIME if 0 < time < _DAY else SLOW_LIFETIME


def _facts(event: game_pb2.Event) -> tuple[object, ...]:
    """Return an event's content without its sentences, which a newer version of the same rules may word differently."""
    private = [(part.seat, list(part.facts)) for part in event.private_parts]
    return event.kind, event.seat, list(event.facts), private
