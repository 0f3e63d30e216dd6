"""Pure functions that change a table before its game starts: joining, leaving, editing, bots.

Each takes the open table and returns the changed table, with its version raised, or raises the error that refuses the
change. Changes that only the host may make take the table that `hosted` returns. `now` is in milliseconds.
"""

import hashlib
import secrets
from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.relations import NOBODY, Apart
from galaxytables_lobby.domain.stages import opened
from galaxytables_lobby.domain.state import (
    TERMS,
    ClosedTable,
    FinishedTable,
    OpenTable,
    RatingTerms,
    Spectators,
    Table,
    TableSeat,
    TimeControl,
    at_stage,
)
from galaxytables_lobby.domain.wording import alike
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, new_invitation

ENTROPY_BYTES = 64
SEED_BYTES = 32
# An open table is closed after this long without a change.
OPEN_LIFETIME = 24 * 3600 * 1000
# More than a host is likely to remove.
MAX_KICKED = 100


def open_table(
    table_id: TableId,
    *,
    host: Person,
    name: str,
    game: str,
    options: Mapping[str, str],
    seats: int,
    private: bool,
    control: TimeControl,
    entropy: bytes,
    now: int,
    spectators: Spectators,
    rating: RatingTerms = RatingTerms.RATED,
    by_invitation: bool = False,
    seed: bytes = b"",
) -> OpenTable:
    """Return a new table with the host on the first seat and a commitment to the table's seed.

    With `by_invitation`, it is private until its game begins, and public from then on. A table without a name is
    called after its host. If no seed is given, a random one is drawn.
    """
    seed = seed or secrets.token_bytes(SEED_BYTES)
    first = TableSeat(player=host, entropy=checked_entropy(entropy))
    return OpenTable(
        id=table_id,
        name=name or f"{host.name}'s table",
        named=bool(name),
        game=game,
        options=dict(options),
        seats=(first, *(TableSeat() for _ in range(seats - 1))),
        private=private or by_invitation,
        by_invitation=by_invitation,
        invitation=new_invitation(table_id) if private or by_invitation else "",
        control=control,
        host=host,
        created=now,
        version=1,
        seed=seed,
        commitment=hashlib.sha256(seed).digest(),
        deadline=now + OPEN_LIFETIME,
        spectators=spectators,
        rating=rating,
    )


def open_introduction(
    table_id: TableId, lesson: rules_pb2.Introduction, *, host: Person, name: str, game: str, bot: str, now: int
) -> OpenTable:
    """Return a table for the game's introduction: private, with a public seed and a bot on every other seat."""
    table = open_table(
        table_id,
        host=host,
        name=name,
        game=game,
        options=lesson.options,
        seats=lesson.seats,
        private=True,
        control=TimeControl(),
        entropy=b"",
        now=now,
        spectators=Spectators(),
        seed=lesson.seed,
    )
    _check_name_of_bot(table, bot)
    bots = (TableSeat(bot=bot, ready=True) for _ in table.seats[1:])
    return replace(table, introduction=True, seats=(table.seats[0], *bots))


def open_sandbox(
    table_id: TableId,
    *,
    host: Person,
    name: str,
    game: str,
    options: Mapping[str, str],
    seats: int,
    control: TimeControl,
    spectators: Spectators,
    seed: bytes,
    seat: SeatNumber,
    now: int,
    of: TableId,
    event: int,
) -> OpenTable:
    """Return a table for a sandbox: private, with this seed (a random one if empty), and the host on `seat`.

    If the sandbox begins from a recorded position, `of` is the finished table and `event` the event after which the
    position was reached; otherwise `of` is empty. Raises SEAT_TAKEN, INVALID_SEED.
    """
    if seed and len(seed) != SEED_BYTES:
        raise errors.invalid_seed(SEED_BYTES, len(seed))
    table = open_table(
        table_id,
        host=host,
        name=name,
        game=game,
        options=options,
        seats=seats,
        private=True,
        control=control,
        entropy=b"",
        now=now,
        spectators=spectators,
        seed=seed,
    )
    table = replace(table, seats=(TableSeat(),) * seats, sandbox=True, sandbox_of=of, sandbox_event=event)
    return table.with_seat(_free_seat(table, seat), TableSeat(player=host))


def rematch(
    table: FinishedTable,
    player_id: PlayerId,
    table_id: TableId,
    *,
    bots: Collection[str],
    entropy: bytes,
    now: int,
    blocked: Collection[frozenset[PlayerId]] = (),
) -> OpenTable:
    """Return a new table like a finished one, with everybody moved on by one seat, and `player_id` as host.

    `bots` are the bots on offer; seats of bots that are no longer on offer become free. So do those of players whom a
    pair in `blocked` keeps apart from the host or from a player on an earlier seat.
    """
    seats = []
    host = table.host
    together = {player_id}
    for old in (*table.seats[1:], table.seats[0]):
        if old.player is None:
            seats.append(TableSeat(bot=old.bot, ready=True) if old.bot in bots else TableSeat())
        elif old.player.id == player_id:
            host = old.player
            seats.append(TableSeat(player=old.player, entropy=checked_entropy(entropy)))
        elif any(frozenset((old.player.id, each)) in blocked for each in together):
            seats.append(TableSeat())
        else:
            together.add(old.player.id)
            seats.append(TableSeat(player=old.player))
    opened_anew = open_table(
        table_id,
        host=host,
        name=table.name,
        game=table.game,
        options=table.options,
        seats=len(seats),
        private=table.private,
        control=table.control,
        entropy=entropy,
        now=now,
        spectators=table.spectators,
        rating=table.rating,
        by_invitation=table.by_invitation,
    )
    terms: dict[str, Any] = {name: getattr(table, name) for name in TERMS}  # fields of any type
    cast = {"cast_of": table.cast_of or table.id, "moved": (table.moved + 1) % len(seats)}
    terms["private"] = opened_anew.private
    return replace(opened_anew, **terms, **cast, seats=tuple(seats), rematch_of=table.id)


def hosted(table: Table, player_id: PlayerId) -> OpenTable:
    """Return the open table if the player is its host. Raises NOT_HOST, TABLE_STARTED, TABLE_CLOSED."""
    if table.host.id != player_id:
        raise errors.not_host()
    return opened(table)


def check_invited(table: Table, player_id: PlayerId, *, invited: bool) -> None:
    """Raise INVITATION_REQUIRED if the player may not take a seat at a private table."""
    if table.private and not invited and table.seat_of(player_id) is None:
        raise errors.invitation_required()


def join(
    table: OpenTable, player: Person, *, requested: SeatNumber | None, entropy: bytes, now: int, apart: Apart = NOBODY
) -> tuple[OpenTable, SeatNumber]:
    """Give a player a seat. Returns the table and the seat's number.

    `apart` are those from whom a block keeps the player apart.
    """
    if table.seat_of(player.id) is not None:
        raise errors.already_seated()
    blocked = next((person.name for person in table.people if person.id in apart.blocked), None)
    if blocked is not None:
        raise errors.you_blocked(blocked)
    if player.id in table.kicked or not table.members.isdisjoint(apart.blocking):
        raise errors.sent_away()
    number = _free_seat(table, requested)
    check_name(table, player.name)
    seat = TableSeat(player=player, entropy=_entropy_for(table, entropy))
    return _touched(table.with_seat(number, seat), now), number


def leave(table: OpenTable, player_id: PlayerId, *, now: int) -> OpenTable | ClosedTable:
    """Free a player's seat.

    If the host leaves, the next person becomes host. If no person is left, the table is closed. But if bots sit there,
    it stays open: the host who left may still start the game and watch.
    """
    number = table.seat_of(player_id)
    if number is None:
        raise errors.not_seated()
    table = table.with_seat(number, TableSeat())
    others = [seat.player for seat in table.seats if seat.player is not None]
    if not others and not any(seat.bot for seat in table.seats):
        return close(table, now=now)
    if others and table.host.id == player_id:
        table = replace(table, host=others[0])
    return _touched(table, now)


def close(table: OpenTable, *, now: int) -> ClosedTable:
    """Close a table before its game began."""
    return at_stage(ClosedTable, table, finished=now, version=table.version + 1)


def set_ready(
    table: OpenTable, player_id: PlayerId, *, ready: bool, now: int, entropy: bytes = b"", seen: int = 0
) -> OpenTable:
    """Mark a player as ready or not; if `entropy` is not empty, it replaces what the player gave before.

    Raises TERMS_CHANGED if the terms changed after the version that the player has `seen` (0: no check).
    """
    number = table.seat_of(player_id)
    if number is None:
        raise errors.not_seated()
    if ready and 0 < seen < table.edited:
        raise errors.terms_changed(table.edited)
    seat = table.seats[number]
    seat = replace(seat, ready=ready, entropy=_entropy_for(table, entropy) or seat.entropy)
    return _touched(table.with_seat(number, seat), now)


def kick(table: OpenTable, number: SeatNumber, *, now: int) -> OpenTable:
    """Free the seat of a person whom the host removes. They cannot sit down again until `readmit`.

    Raises the error NO_PLAYER_THERE if the seat has no person, or is the host's.
    """
    player = table.seats[number].player if number < len(table.seats) else None
    if player is None or player.id == table.host.id:
        raise errors.no_player_there(number)
    kicked = (*table.kicked, player.id)[-MAX_KICKED:]
    return _touched(replace(table.with_seat(number, TableSeat()), kicked=kicked), now)


def readmit(table: OpenTable, player_id: PlayerId, *, now: int) -> OpenTable:
    """Allow a person whom the host had removed to take a seat again."""
    return _touched(replace(table, kicked=tuple(each for each in table.kicked if each != player_id)), now)


def remove(table: OpenTable, player_id: PlayerId, *, now: int) -> OpenTable | ClosedTable:
    """Remove a person from the table for good, as an operator asks. If that is the host, the next person becomes host.

    Raises NOT_SEATED.
    """
    left = leave(table, player_id, now=now)
    if isinstance(left, ClosedTable):
        return left
    return replace(left, kicked=(*left.kicked, player_id)[-MAX_KICKED:])


def edit(
    table: OpenTable,
    *,
    name: str | None,
    options: Mapping[str, str],
    control: TimeControl | None,
    seats: int | None,
    spectators: Spectators | None,
    rating: RatingTerms | None = None,
    now: int,
) -> OpenTable:
    """Change the terms, as the host asks; a term that is None stays. Nobody is ready afterwards.

    `options` are complete, and already checked by the rules service for this number of seats.
    """
    if table.introduction:
        raise errors.introduction_fixed("terms")
    if table.sandbox:
        raise errors.sandbox_fixed("terms")
    count = len(table.seats) if seats is None else seats
    for number, seat in table.numbered:
        if number >= count and not seat.free:
            raise errors.seat_taken(number)
    kept = [replace(seat, ready=bool(seat.bot)) for seat in table.seats[:count]]
    added = [TableSeat() for _ in range(count - len(kept))]
    table = replace(
        table,
        name=name or table.name,
        named=table.named or bool(name),
        options=dict(options),
        control=control or table.control,
        seats=(*kept, *added),
        spectators=spectators or table.spectators,
        rating=rating or table.rating,
        edited=table.version + 1,
    )
    return _touched(table, now)


def add_bot(table: OpenTable, bot: str, *, requested: SeatNumber | None, now: int) -> tuple[OpenTable, SeatNumber]:
    """Give a bot a seat, as the host asks. Returns the table and the seat's number."""
    number = _free_seat(table, requested)
    _check_name_of_bot(table, bot)
    return _touched(table.with_seat(number, TableSeat(bot=bot, ready=True)), now), number


def remove_bot(table: OpenTable, number: SeatNumber, *, now: int) -> OpenTable | ClosedTable:
    """Remove a bot, as the host asks; if nobody is left, the table is closed."""
    if number >= len(table.seats) or not table.seats[number].bot:
        raise errors.no_bot_there(number)
    if table.introduction:
        raise errors.introduction_fixed("bots")
    table = table.with_seat(number, TableSeat())
    return close(table, now=now) if all(seat.free for seat in table.seats) else _touched(table, now)


def check_startable(table: OpenTable) -> None:
    """Raise SEATS_OPEN or NOT_READY if the game cannot start now."""
    if any(seat.free for seat in table.seats):
        raise errors.seats_open()
    waiting = [
        number
        for number, seat in table.numbered
        if seat.player is not None and not seat.ready and seat.player.id != table.host.id
    ]
    if waiting:
        raise errors.not_ready(waiting)


def checked_entropy(entropy: bytes) -> bytes:
    """Return the entropy unchanged, or raise ENTROPY_TOO_LONG."""
    if len(entropy) > ENTROPY_BYTES:
        raise errors.entropy_too_long(ENTROPY_BYTES)
    return entropy


def _entropy_for(table: OpenTable, entropy: bytes) -> bytes:
    """Return a seat's entropy.

    Raises INTRODUCTION_FIXED, SANDBOX_FIXED: introductions and sandboxes are dealt from their seeds alone.
    """
    if table.introduction and entropy:
        raise errors.introduction_fixed("entropy")
    if table.sandbox and entropy:
        raise errors.sandbox_fixed("entropy")
    return checked_entropy(entropy)


def check_name(table: Table, name: str) -> None:
    """Raise NAME_TAKEN if a name looks like that of a person or bot at the table."""
    for number, seat in table.numbered:
        names = (seat.player.name if seat.player is not None else "", seat.bot)
        if any(each and alike(each, name) for each in names):
            raise errors.name_taken(number)


def _check_name_of_bot(table: OpenTable, bot: str) -> None:
    """Raise NAME_TAKEN if a person's name looks like a bot's; several bots may share a name."""
    for number, seat in table.numbered:
        if seat.player is not None and alike(seat.player.name, bot):
            raise errors.name_taken(number)


def _free_seat(table: OpenTable, requested: SeatNumber | None) -> SeatNumber:
    if requested is not None:
        if requested >= len(table.seats) or not table.seats[requested].free:
            raise errors.seat_taken(requested)
        return requested
    for number, seat in table.numbered:
        if seat.free:
            return number
    raise errors.table_full()


def _touched(table: OpenTable, now: int) -> OpenTable:
    return replace(table, version=table.version + 1, deadline=now + OPEN_LIFETIME)
