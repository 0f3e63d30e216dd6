"""Other people as lines of text: challenges, who is online, whom the player follows, and whom they keep away from.

A line may stand for an act. The screen (`screens/relations.py`) does the act, and then shows the lines again.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from galaxytables.lobby.v1 import players_pb2, relations_pb2, tables_pb2
from galaxytables_client import ClientError, Lobby
from galaxytables_terminal.lines import Line
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.wording import Wording

WHERE = {
    relations_pb2.PRESENCE_STATE_AT_TABLE: "people-where-table",
    relations_pb2.PRESENCE_STATE_ONLINE: "people-where-online",
    relations_pb2.PRESENCE_STATE_AWAY: "people-where-away",
}
"""The message that says where a player is."""


@dataclass(frozen=True, slots=True)
class Accept:
    """An act of a line: accept a challenge by taking a seat at its table."""

    join_id: str


@dataclass(frozen=True, slots=True)
class Decline:
    """An act of a line: decline the challenge to a table."""

    table_id: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """An act of a line: challenge a player to a game at a new table for two."""

    player_id: str
    game: str


@dataclass(frozen=True, slots=True)
class Open:
    """An act of a line: show what can be done about a player."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Follow:
    """An act of a line: follow a player, or stop following them."""

    player_id: str
    follow: bool


@dataclass(frozen=True, slots=True)
class Mute:
    """An act of a line: mute a player, or stop muting them."""

    player_id: str
    mute: bool


@dataclass(frozen=True, slots=True)
class Block:
    """An act of a line: block a player, or stop blocking them."""

    player_id: str
    name: str
    block: bool


@dataclass(frozen=True, slots=True)
class Report:
    """An act of a line: report a player."""

    player: players_pb2.Player


@dataclass(frozen=True, slots=True)
class Note:
    """An act of a line: change the note about a player."""

    player_id: str
    note: str


@dataclass(frozen=True, slots=True)
class Invite:
    """An act of a line: challenge a player to a game at a table that is open."""

    player_id: str
    name: str
    table_id: str


@dataclass(frozen=True, slots=True)
class Hide:
    """An act of a line: hide the player's presence from others, or show it again."""

    hidden: bool


Act = Accept | Decline | Challenge | Open | Follow | Mute | Block | Report | Note | Invite | Hide


@dataclass(frozen=True, slots=True)
class Others:
    """The other people whom the screen lists.

    They are online, have a relation or a challenge, or sat at one of the player's tables.
    """

    relations: Sequence[relations_pb2.Relation] = ()
    invitations: Sequence[relations_pb2.Invitation] = ()
    online: Sequence[relations_pb2.Relation] = ()
    met: Sequence[players_pb2.Player] = ()
    # The games to which others may be challenged, those played last first.
    games: Sequence[str] = ()
    # How a name begins that the player searched for, and whom that found.
    searched: str = ""
    found: Sequence[players_pb2.Player] = ()
    # Open tables of the player with a free seat.
    tables: Sequence[tables_pb2.Table] = ()
    hidden: bool = False
    titles: Mapping[str, str] = field(default_factory=dict)

    def title(self, game: str) -> str:
        """Return the title of a game."""
        return self.titles.get(game, game)


async def load_others(lobby: Lobby, player_id: str, searched: str = "") -> Others:
    """Load the people whom the screen lists. With `searched`, also players whose names begin with it.

    Raises `ClientError` if the lobby has no relations, or refuses the search.
    """
    found = await lobby.players.search(searched) if searched else ()
    relations = await lobby.relations.list()
    hidden = await lobby.relations.hides_presence()
    invitations = await lobby.relations.invitations()
    for each in invitations:
        await lobby.relations.mark_invitation_seen(each.table.id)
    online = await lobby.relations.online()
    states = (tables_pb2.TABLE_STATE_OPEN, tables_pb2.TABLE_STATE_RUNNING, tables_pb2.TABLE_STATE_FINISHED)
    tables: list[tables_pb2.Table] = []
    offers: Sequence[tables_pb2.GameOffer] = ()
    with suppress(ClientError):
        offers = [each for each in (await lobby.tables.games()).games if each.available]
        tables = [each.table for each in (await lobby.tables.list_mine(states=states)).tables]
    known = {player_id, *(each.player.id for each in (*relations, *online))}
    met = {
        seat.player.id: seat.player
        for table in tables
        for seat in table.seats
        if seat.HasField("player") and seat.player.id not in known
    }
    room = [each for each in tables if _has_room(each)]
    played = [each.game for each in tables] + [each.description.game for each in offers]
    offered = {each.description.game for each in offers}
    return Others(
        relations=relations,
        invitations=invitations,
        online=online,
        met=list(met.values()),
        games=[game for game in dict.fromkeys(played) if game in offered],
        searched=searched,
        found=found,
        tables=room,
        hidden=hidden,
        titles=titles_of(offers),
    )


def lines(others: Others, opened: str, say: Wording) -> list[Line[Act]]:
    """Return all lines of the screen. The acts for the player with the id `opened` are listed below that player."""
    shown: list[Line[Act]] = []
    if others.invitations:
        shown.append(Line(say("challenges-title"), heading=True))
        for each in others.invitations:
            line = say("challenges-line", who=each.by.name, game=others.title(each.table.game))
            shown += [Line(line, Accept(each.join_id)), Line(f"  {say('challenges-decline')}", Decline(each.table.id))]
    shown += _found(others, opened, say)
    known = {each.player.id: each for each in others.relations}
    online = [known.get(each.player.id, each) for each in others.online]
    here = {each.player.id for each in online}
    followed = sorted((each for each in others.relations if each.follows and each.player.id not in here), key=_nearness)
    away = [each for each in others.relations if not each.follows]
    met = [relations_pb2.Relation(player=each) for each in others.met]
    shown.append(Line(say("people-online"), heading=True))
    if not online:
        shown.append(Line(say("people-online-none")))
    shown += _listed(online, others, opened, say)
    for title, people in (("people-followed", followed), ("people-others", away), ("people-met", met)):
        if people or people is followed:
            shown.append(Line(say(title), heading=True))
        if people is followed and not people:
            shown.append(Line(say("people-none")))
        shown += _listed(people, others, opened, say)
    mark = "[x]" if others.hidden else "[ ]"
    shown.append(Line(f"{mark} {say('people-hide')}", Hide(not others.hidden)))
    return shown


def _listed(people: Sequence[relations_pb2.Relation], others: Others, opened: str, say: Wording) -> Iterator[Line[Act]]:
    for each in people:
        yield Line(_person(each, say), Open(each.player.id))
        if each.player.id == opened:
            yield from _acts(each, others, say)


def _found(others: Others, opened: str, say: Wording) -> Iterator[Line[Act]]:
    """Yield the lines about the players that a search has found; none if there was no search."""
    if not others.searched:
        return
    known = {each.player.id: each for each in others.relations}
    yield Line(say("people-found", name=others.searched), heading=True)
    if not others.found:
        yield Line(say("people-found-none"))
    found = [known.get(each.id) or relations_pb2.Relation(player=each) for each in others.found]
    yield from _listed(found, others, opened, say)


def _acts(relation: relations_pb2.Relation, others: Others, say: Wording) -> Iterator[Line[Act]]:
    player_id, name = relation.player.id, relation.player.name
    if not relation.blocked:
        for game in others.games:
            yield Line(f"  {say('challenge-to', game=others.title(game))}", Challenge(player_id, game))
        words = "relation-unfollow" if relation.follows else "relation-follow"
        yield Line(f"  {say(words)}", Follow(player_id, not relation.follows))
    yield Line(
        f"  {say('relation-unmute' if relation.muted else 'relation-mute')}", Mute(player_id, not relation.muted)
    )
    words = "relation-unblock" if relation.blocked else "relation-block"
    yield Line(f"  {say(words)}", Block(player_id, name, not relation.blocked))
    yield Line(f"  {say('relation-report')}", Report(relation.player))
    yield Line(f"  {say('relation-note')}", Note(player_id, relation.note))
    if not relation.blocked:
        for table in others.tables:
            yield Line(
                f"  {say('challenge-to-table', game=others.title(table.game))}", Invite(player_id, name, table.id)
            )


def _person(relation: relations_pb2.Relation, say: Wording) -> str:
    marks = [relation.player.name or say("people-unnamed")]
    if relation.presence in WHERE:
        marks.append(say(WHERE[relation.presence]))
    for said, words in (
        (relation.friend, "relation-friend"),
        (relation.blocked, "people-blocked"),
        (relation.muted, "people-muted"),
    ):
        if said:
            marks.append(say(words))
    if relation.note:
        marks.append(relation.note)
    return " · ".join(marks)


def _nearness(relation: relations_pb2.Relation) -> tuple[bool, int]:
    """Return the sort key of a followed player: friends first, and in each group those who are present first."""
    nearest = list(WHERE)
    near = nearest.index(relation.presence) if relation.presence in nearest else len(nearest)
    return not relation.friend, near


def _has_room(table: tables_pb2.Table) -> bool:
    return table.state == tables_pb2.TABLE_STATE_OPEN and any(not each.WhichOneof("occupant") for each in table.seats)
