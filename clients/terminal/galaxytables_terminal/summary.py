"""Formats the texts around the table: seats, log, chat, scores."""

from collections.abc import Mapping, Sequence

from rich.table import Table as Grid
from rich.text import Text

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.cells import fitted
from galaxytables_terminal.clock import spoken
from galaxytables_terminal.known_table import KnownTable, LogLine
from galaxytables_terminal.page import flat_console
from galaxytables_terminal.people import People
from galaxytables_terminal.vocabulary import Vocabulary
from galaxytables_terminal.wording import Wording

# Lines of the log that are laid out; the record has the older ones.
LOG_LINES = 400
_NAME_ROOM = 14
# So much of what a player has missed is shown above the question.
_MISSED_LINES = 6
# Bots pause for about a second so that people can follow.
_MIN_THOUGHT_SHOWN = 2
_NUMBER_ROOM = 4


def seat_lines(known: KnownTable, figures: Mapping[int, str], now: float, width: int) -> Text:
    """Return a line for each seat: whether it must choose, the name, figures in the game, the clock, and notes."""
    say = known.say
    lines = []
    for seat in known.people.seats:
        name = known.people.own_or_name(seat, known.viewer)
        line = Text("▸ " if seat in known.waiting_for else "  ", no_wrap=True)
        line.append(f"{fitted(name, _NAME_ROOM)} ", style="bold")
        # Before the game numbers, which may be longer than the line.
        left = known.clocks.left(seat, now)
        if left is not None:
            line.append(f"{say('seats-time-left', time=spoken(left, say))}")
        if bank := known.clocks.bank(seat, now):
            part = "seats-part-banked" if known.clocks.runs(seat) else "seats-banked"
            line.append(f" {say(part, time=spoken(bank, say))}")
        if left is not None and figures.get(seat):
            line.append("  ")
        line.append(figures.get(seat, ""))
        if known.clocks.away(seat):
            line.append(f"  {say('seats-on-vacation')}")
        if seat in known.wishes:
            line.append(f"  {say('seats-wishes-to-go-on' if known.paused else 'seats-wishes-a-pause')}")
        if misses := known.clocks.misses(seat):
            line.append(f"  {say('seats-missed', count=misses)}")
        if level := known.people.level(seat):
            line.append(f"  {level}", style="dim")
        if note := known.people.note(seat):
            line.append(f"  {note}", style="italic")
        line.truncate(max(1, width), overflow="ellipsis")
        lines.append(line)
    return Text("\n").join(lines)


def figure_lines(people: People, figures: Mapping[int, str], viewer: int | None, width: int) -> Text:
    """Return a line for each seat: its name and its figures in the game."""
    lines = []
    for seat in people.seats:
        line = Text("  ", no_wrap=True)
        line.append(f"{fitted(people.own_or_name(seat, viewer), _NAME_ROOM)} ", style="bold")
        line.append(figures.get(seat, ""))
        line.truncate(max(1, width), overflow="ellipsis")
        lines.append(line)
    return Text("\n").join(lines)


def turn_words(known: KnownTable) -> str:
    """Return a text about the state of play: the game is over, it is your turn, or these players must choose."""
    say = known.say
    if known.finished:
        return say("turn-over")
    if known.stranded:
        return say("turn-stranded")
    if known.paused:
        return say("turn-paused-resume" if known.viewer is not None else "turn-paused")
    if known.may_claim_end:
        return say("turn-left-alone")
    if known.open_prompts():
        return say("turn-yours")
    waiting = known.waiting()
    return say("turn-waiting-for", who=waiting) if waiting else say("turn-waiting")


def thinking_words(known: KnownTable, now: float) -> str:
    """Return a text that says how long bots have been thinking, from two seconds on.

    It is empty if the table waits for no bot.
    """
    seconds = known.thinking(now)
    return "" if seconds is None or seconds < _MIN_THOUGHT_SHOWN else known.say("turn-thinks", seconds=int(seconds))


def log_text(log: Sequence[LogLine], width: int, say: Wording) -> Text:
    """Return the newest part of the log, numbered and indented; undone events are struck out and marked."""
    lines: list[Text] = []
    for entry in log[-LOG_LINES:]:
        words = Text(entry.text, style="strike" if entry.withdrawn else "")
        if entry.withdrawn:
            words.append(f" {say('log-taken-back')}", style="not strike")
        for place, part in enumerate(words.wrap(flat_console(width), max(1, width - _NUMBER_ROOM))):
            number = "" if place else str(entry.number)
            lines.append(Text.assemble((f"{number:>{_NUMBER_ROOM - 1}} ", "dim"), part))
    return Text("\n").join(lines)


def missed_text(missed: Sequence[LogLine], say: Wording) -> Text:
    """Return the events that a player has missed as text, with the keys to see more and to stop.

    It is empty if there are none. The newest lines come last.
    """
    if not missed:
        return Text()
    text = Text(say("missed-title"), style="bold")
    for line in missed[-_MISSED_LINES:]:
        text.append(f"\n· {line.text}", style="not bold")
    earlier = max(0, len(missed) - _MISSED_LINES)
    text.append(f"\n{say('missed-keys', earlier=earlier)}", style="not bold italic")
    return text


def takeback_words(known: KnownTable) -> str:
    """Return a text about the open takeback proposal and the keys to answer it; empty if there is no proposal."""
    takeback = known.takeback
    if takeback is None:
        return ""
    if known.proposes_to_take_back:
        others = known.people.named(takeback.waiting_for)
        return known.say("takeback-own", choices=takeback.choices, who=others)
    message = "takeback-asked" if known.asked_to_take_back else "takeback-proposed"
    proposed = known.say(message, choices=takeback.choices, who=known.people.name(takeback.seat))
    if not takeback.unrates:
        return proposed
    return known.say("table-unrates", question=proposed, consequence=known.vocabulary.unrates)


def pause_words(known: KnownTable) -> str:
    """Return a text about the players who ask for a pause and the key to agree; empty if no other player asks."""
    wishing = [seat for seat in known.wishes if seat != known.viewer]
    if not wishing or known.paused or known.finished:
        return ""
    is_asked = known.viewer is not None and known.viewer not in known.wishes
    return known.say("turn-pause-asked" if is_asked else "turn-pause-wished", who=known.people.named(wishing))


def chat_text(messages: Sequence[play_pb2.ChatMessage], width: int, say: Wording) -> Text:
    """Return the chat, each message with its writer; writers without a seat are marked as spectators."""
    lines: list[Text] = []
    for message in messages:
        name = message.player.name
        speaker = name if message.HasField("seat") else say("talk-watching", who=name)
        words = Text.assemble((say("talk-speaker", who=speaker), "bold"), " ", message.text)
        lines.extend(words.wrap(flat_console(width), max(1, width)))
    return Text("\n").join(lines)


def winner_words(scores: Sequence[game_pb2.SeatScore], people: People, viewer: int | None) -> str:
    """Return a sentence about the winners, for the viewer.

    It covers shared victories and games that all players left.
    """
    say = people.say
    if scores and all(people.left(score.seat) for score in scores if score.rank == 1):
        return say("result-nobody-wins")
    best = [score.seat for score in scores if score.rank == 1]
    if not best:
        return say("result-over")
    if best == [viewer]:
        return say("result-you-win")
    if len(best) == 1:
        return say("result-wins", who=people.name(best[0]))
    return say("result-shared", who=people.named(best))


def score_table(
    scores: Sequence[game_pb2.SeatScore], people: People, viewer: int | None, vocabulary: Vocabulary
) -> Grid:
    """Draw the final scores: a row for each source of points, a column for each seat, the best seat first."""
    ranked = sorted(scores, key=lambda score: (score.rank, score.seat))
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("")
    for score in ranked:
        name = people.own_or_name(score.seat, viewer)
        grid.add_column(fitted(name, _NAME_ROOM).strip(), justify="right")
    for source in dict.fromkeys(part.source for score in ranked for part in score.parts):
        points = [str(sum(part.points for part in score.parts if part.source == source)) for score in ranked]
        grid.add_row(vocabulary.score(source), *points)
    say = people.say
    grid.add_row(say("result-total"), *(str(score.total) for score in ranked), style="bold")
    if any(list(score.tie_breaks) != list(ranked[0].tie_breaks) for score in ranked):
        grid.add_row(say("result-tie-break"), *(", ".join(map(str, score.tie_breaks)) for score in ranked))
    grid.add_row(say("result-place"), *(say("result-rank", rank=score.rank) for score in ranked))
    notes = [people.note(score.seat) for score in ranked]
    if any(notes):
        grid.add_row("", *notes, style="italic")
    return grid
