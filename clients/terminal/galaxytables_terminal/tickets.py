"""Tickets: what the player would play with others, now or over days, as lines of text.

A line may stand for an act. The screen (`screens/tickets.py`) does the act, and then shows the lines again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import pairing_pb2, tables_pb2
from galaxytables_terminal.clock import spoken, time_words
from galaxytables_terminal.lines import Line
from galaxytables_terminal.settings import RATINGS, Settings
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.wording import Wording

NOW, OVER_DAYS = "live", "slow"
"""The time controls of tickets, as the server names them."""
BOTS_AFTER_SECONDS = 20.0
"""How long a player who would play now waits for people, before bots come."""

# Tables of a ticket have two seats or more, up to what is usual.
_MIN_SEATS, _USUAL_SEATS = 2, 4


@dataclass(frozen=True, slots=True)
class Seek:
    """An act of a line: look for players of a game that lasts for days."""

    game: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An act of a line: wait for the same game as another player. `number` is that of the offer among the open ones."""

    number: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """An act of a line: end a ticket."""

    ticket_id: str


Act = Seek | Answer | Cancel


def ticket_offer(offer: tables_pb2.GameOffer, settings: Settings, preset: str) -> pairing_pb2.TicketOffer:
    """Return the offer of a new ticket for a game.

    The settings apply if they are for this game; otherwise defaults do.
    """
    game = offer.description
    own = settings if settings.game == game.game else Settings()
    fewest = max(_MIN_SEATS, game.least_seats)
    largest = max(fewest, min(game.most_seats, _USUAL_SEATS))
    return pairing_pb2.TicketOffer(
        game=game.game,
        seats=[own.seats] if own.seats is not None else range(fewest, largest + 1),
        options=own.options,
        preset=preset,
        rating=RATINGS[settings.rating],
    )


def progress_words(
    progress: pairing_pb2.TicketProgress, online: int, waited: float, bots_after: float, say: Wording
) -> str:
    """Return a text about the progress of a live ticket after `waited` seconds.

    It says when bots come, if they come after `bots_after` seconds; 0 means never.
    """
    parts = [say("waiting-time", time=spoken(waited, say))]
    if progress.waiting:
        parts.append(say("waiting-with-you", count=progress.waiting))
    if progress.HasField("expected_wait"):
        parts.append(say("waiting-usual", time=_length(progress.expected_wait, say)))
    if online:
        parts.append(say("waiting-online", count=online))
    if bots_after > waited:
        parts.append(say("waiting-bots-in", time=spoken(bots_after - waited, say)))
    return "\n".join(parts)


def waits_words(waits: Sequence[pairing_pb2.GameWait], game: str, say: Wording) -> str:
    """Return a line that says how many wait for a game now, and how long people usually wait.

    It is empty if nobody waits or has waited. A player who waits for tables of several sizes counts for each size, so
    the largest number is shown, not the sum.
    """
    live = [each for each in waits if each.game == game and not each.slow]
    parts = []
    waiting = max((each.waiting for each in live), default=0)
    if waiting:
        parts.append(say("waiting-people", count=waiting))
    usual = [each.expected_wait for each in live if each.HasField("expected_wait")]
    if usual:
        parts.append(say("waiting-usual", time=_length(min(usual, key=Duration.ToMilliseconds), say)))
    return " · ".join(parts)


def lines(
    tickets: Sequence[pairing_pb2.Ticket],
    seeks: Sequence[pairing_pb2.OpenSeek],
    offers: Sequence[tables_pb2.GameOffer],
    say: Wording,
) -> list[Line[Act]]:
    """Return the lines of the page.

    They are the player's tickets, open offers of other players over days, and the games to make a ticket for.
    """
    titles = titles_of(offers)
    shown: list[Line[Act]] = [Line(say("tickets-yours"), heading=True)]
    if not tickets:
        shown.append(Line(say("tickets-none")))
    shown += [Line(_ticket(each, titles, say), Cancel(each.id)) for each in tickets]
    own = [mine for ticket in tickets for mine in ticket.terms.offers]
    others: list[Line[Act]] = [
        Line(_seek(seek, titles, say), Answer(number))
        for number, seek in enumerate(seeks)
        if seek.slow and not any(_alike(seek.offer, mine) for mine in own)
    ]
    if others:
        shown += [Line(say("tickets-others"), heading=True), *others]
    shown.append(Line(say("tickets-seek"), heading=True))
    shown += [Line(titles[each.description.game], Seek(each.description.game)) for each in offers if each.available]
    return shown


def _alike(seek: pairing_pb2.TicketOffer, mine: pairing_pb2.TicketOffer) -> bool:
    """Return whether one who waits for `mine` is among those whom a seek shows."""
    return (
        (seek.game, seek.options, seek.time_control, seek.rating)
        == (mine.game, mine.options, mine.time_control, mine.rating)
    ) and not set(mine.seats).isdisjoint(seek.seats)


def _seek(seek: pairing_pb2.OpenSeek, titles: Mapping[str, str], say: Wording) -> str:
    offer = seek.offer
    game = say("tickets-game", game=titles.get(offer.game, offer.game), seats=", ".join(map(str, offer.seats)))
    rated = say("table-unrated" if offer.rating == tables_pb2.RATING_TERMS_CASUAL else "table-rated")
    who = say.listed([each.name for each in seek.players]) or say("waiting-people", count=seek.waiting)
    return " · ".join([game, time_words(offer.time_control, say), rated, who])


def _ticket(ticket: pairing_pb2.Ticket, titles: Mapping[str, str], say: Wording) -> str:
    seats: dict[str, list[int]] = {}
    for offer in ticket.terms.offers:
        seats.setdefault(offer.game, []).extend(offer.seats)
    games = [
        say("tickets-game", game=titles.get(game, game), seats=", ".join(map(str, counts)))
        for game, counts in seats.items()
    ]
    until = ticket.expires.ToDatetime().strftime("%Y-%m-%d %H:%M UTC")
    kind = say("tickets-live") if ticket.live else say("tickets-until", when=until)
    return " · ".join([say.listed(games), time_words(ticket.terms.offers[0].time_control, say), kind])


def _length(duration: Duration, say: Wording) -> str:
    return spoken(duration.ToMilliseconds() / 1000, say)
