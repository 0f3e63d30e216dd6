"""Accounts, their sign-in methods, and merges; each function is part of the caller's transaction.

A merge makes a guest part of an account: the guest's tables, games and ratings move to the account.
"""

from sqlalchemy import Connection, and_, delete, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import names
from galaxytables_lobby.adapters.archive.schema import ACCOUNTS, MERGES, WAYS_IN, AnyRow
from galaxytables_lobby.domain.accounts import Account, Entered, Entry, Merge, NewWayIn, Proof, WayIn, WayInKind
from galaxytables_lobby.ids import PlayerId

MAX_WAYS_IN = 16


def account(connection: Connection, player_id: PlayerId) -> Account | None:
    """Return a player's account with its sign-in methods, oldest first; None for a guest."""
    row = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.player_id == player_id)).one_or_none()
    if row is None:
        return None
    ways = connection.execute(select(WAYS_IN).where(WAYS_IN.c.player_id == player_id).order_by(WAYS_IN.c.number))
    return Account(
        player_id=PlayerId(row.player_id),
        name=row.name,
        created=row.created,
        renamed=row.renamed,
        ways_in=tuple(map(_way_in, ways)),
    )


def way_in(connection: Connection, proof: Proof) -> tuple[PlayerId, WayIn] | None:
    """Return the sign-in method that a proof of identity matches, and its player; None if there is none."""
    row = connection.execute(select(WAYS_IN).where(_shows(proof))).one_or_none()
    return None if row is None else (PlayerId(row.player_id), _way_in(row))


def enter(connection: Connection, entry: Entry) -> Entered:
    """Sign a player in by a sign-in method. A method that nobody has yet creates an account.

    A guest without an account becomes that new account, under the guest's own id. If the method belongs to an account
    already, the merge of the guest into that account begins.
    """
    guest = entry.guest if entry.guest is not None and _is_free(connection, entry.guest) else None
    existing = way_in(connection, entry.shown.proof)
    if existing is None:
        player_id = guest or entry.new_player_id
        values = {"player_id": player_id, "name": entry.name, "created": entry.now, "renamed": 0}
        connection.execute(insert(ACCOUNTS).values(values))
        names.note(connection, {player_id: entry.name})
        _add(connection, player_id, entry.shown, entry.now)
        name = entry.name
    else:
        player_id, used = existing
        connection.execute(update(WAYS_IN).where(WAYS_IN.c.number == used.number).values(used=entry.now))
        name = connection.execute(select(ACCOUNTS.c.name).where(ACCOUNTS.c.player_id == player_id)).scalar_one()
    merge = None if guest is None else _begin(connection, guest, player_id, entry)
    return Entered(player_id=player_id, name=name, is_new=existing is None, merge=merge)


def found_account(connection: Connection, entry: Entry) -> Entered:
    """Create an account for a guest, with its first sign-in method, and begin the merge of the guest into it.

    Raises WAY_IN_TAKEN if any account has the method, and SESSION_ENDED if the guest has an account or was merged into
    one.
    """
    if way_in(connection, entry.shown.proof) is not None:
        raise errors.way_in_taken()
    if entry.guest is None or not _is_free(connection, entry.guest):
        raise errors.session_ended()
    return enter(connection, entry)


def enter_again(connection: Connection, entry: Entry, way_in: WayIn) -> Entered | None:
    """Sign a player in, as `enter` does, by a method whose details change at each use, such as a passkey's counter.

    `way_in` is the method as it was read, and `entry.shown` has its new details. Returns None, and changes nothing, if
    the method has been changed or removed since it was read.
    """
    unchanged = and_(WAYS_IN.c.number == way_in.number, WAYS_IN.c.details == way_in.details)
    changed = connection.execute(update(WAYS_IN).where(unchanged).values(details=entry.shown.details))
    return enter(connection, entry) if changed.rowcount == 1 else None


def link(connection: Connection, player_id: PlayerId, new: NewWayIn, now: int) -> WayIn:
    """Add a sign-in method to an account; does nothing if the account has it already.

    Raises WAY_IN_TAKEN, NO_ACCOUNT, TOO_MANY_WAYS_IN.
    """
    existing = way_in(connection, new.proof)
    if existing is not None:
        if existing[0] != player_id:
            raise errors.way_in_taken()
        return existing[1]
    found = account(connection, player_id)
    if found is None:
        raise errors.no_account()
    if len(found.ways_in) >= MAX_WAYS_IN:
        raise errors.too_many_ways_in(MAX_WAYS_IN)
    _add(connection, player_id, new, now)
    added = way_in(connection, new.proof)
    if added is None:
        raise LookupError("a row that was just added is not there")
    return added[1]


def unlink(connection: Connection, player_id: PlayerId, number: int) -> None:
    """Remove a sign-in method from an account, unless it is the last. Raises WAY_IN_NOT_FOUND, LAST_WAY_IN."""
    ways = connection.execute(select(WAYS_IN.c.number).where(WAYS_IN.c.player_id == player_id)).scalars().all()
    if number not in ways:
        raise errors.way_in_not_found()
    if len(ways) == 1:
        raise errors.last_way_in()
    connection.execute(delete(WAYS_IN).where(WAYS_IN.c.number == number))


def rename(connection: Connection, player_id: PlayerId, name: str, now: int, pause: int) -> str:
    """Give an account another name. That is allowed once in `pause` milliseconds. Returns the old name.

    Giving an account the name that it already has changes nothing. Raises NO_ACCOUNT, RENAMED_TOO_SOON.
    """
    row = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.player_id == player_id)).one_or_none()
    if row is None:
        raise errors.no_account()
    old: str = row.name
    if old == name:
        return old
    if row.renamed and now < row.renamed + pause:
        raise errors.renamed_too_soon(retry_after=(row.renamed + pause - now) / 1000)
    changed = update(ACCOUNTS).where(ACCOUNTS.c.player_id == player_id)
    connection.execute(changed.values(name=name, renamed=now))
    names.note(connection, {player_id: name})
    return old


def forget(connection: Connection, player_id: PlayerId) -> None:
    """Delete a player's account, with its sign-in methods and merges."""
    connection.execute(delete(WAYS_IN).where(WAYS_IN.c.player_id == player_id))
    connection.execute(delete(MERGES).where(or_(MERGES.c.account == player_id, MERGES.c.guest == player_id)))
    connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.player_id == player_id))
    names.forget(connection, [player_id])


def guests_of(connection: Connection, player_id: PlayerId) -> list[PlayerId]:
    """Return the guests who were merged into an account."""
    guests = select(MERGES.c.guest).where(MERGES.c.account == player_id, MERGES.c.guest != player_id)
    return [PlayerId(each) for each in connection.execute(guests.order_by(MERGES.c.number)).scalars()]


def account_of(connection: Connection, player_id: PlayerId) -> PlayerId:
    """Return the account into which a guest is or is being merged; for any other player, return `player_id`."""
    account = select(MERGES.c.account).where(MERGES.c.guest == player_id)
    return PlayerId(connection.execute(account.order_by(MERGES.c.number).limit(1)).scalar_one_or_none() or player_id)


def merges(connection: Connection, limit: int) -> list[Merge]:
    """Return up to `limit` merges of guests into accounts that are not done yet, oldest first."""
    rows = connection.execute(select(MERGES).where(MERGES.c.done.is_(None)).order_by(MERGES.c.number).limit(limit))
    return [_merge_of(row) for row in rows]


def note_moved(connection: Connection, number: int, now: int) -> None:
    """Record that a merge has moved all of the guest's data, and the time `now`. A second call changes nothing."""
    unmoved = and_(MERGES.c.number == number, MERGES.c.moved.is_(None))
    connection.execute(update(MERGES).where(unmoved).values(moved=now))


def note_done(connection: Connection, number: int, now: int) -> None:
    """Record that the merge of a guest into an account is done."""
    connection.execute(update(MERGES).where(MERGES.c.number == number).values(done=now))


def _is_free(connection: Connection, guest: PlayerId) -> bool:
    """Return whether a player neither has an account nor was merged into one."""
    taken = select(ACCOUNTS.c.player_id).where(ACCOUNTS.c.player_id == guest)
    merged = select(MERGES.c.number).where(MERGES.c.guest == guest)
    return connection.execute(taken).first() is None and connection.execute(merged).first() is None


def _begin(connection: Connection, guest: PlayerId, player_id: PlayerId, entry: Entry) -> Merge:
    values = {"guest": guest, "account": player_id, "session": entry.session, "begun": entry.now}
    return _merge_of(connection.execute(insert(MERGES).values(values).returning(*MERGES.c)).one())


def _add(connection: Connection, player_id: PlayerId, new: NewWayIn, now: int) -> None:
    values = {
        "kind": new.proof.kind.value,
        "issuer": new.proof.issuer,
        "subject": new.proof.subject,
        "player_id": player_id,
        "label": new.label,
        "added": now,
        "used": now,
        "details": new.details,
    }
    connection.execute(insert(WAYS_IN).values(values))


def _shows(proof: Proof) -> ColumnElement[bool]:
    return and_(
        WAYS_IN.c.kind == proof.kind.value, WAYS_IN.c.issuer == proof.issuer, WAYS_IN.c.subject == proof.subject
    )


def _way_in(row: AnyRow) -> WayIn:
    return WayIn(
        number=row.number,
        kind=WayInKind(row.kind),
        issuer=row.issuer,
        subject=row.subject,
        label=row.label,
        added=row.added,
        used=row.used,
        details=row.details,
    )


def _merge_of(row: AnyRow) -> Merge:
    return Merge(
        number=row.number,
        guest=PlayerId(row.guest),
        account=PlayerId(row.account),
        session=row.session,
        begun=row.begun,
        moved=row.moved,
    )
