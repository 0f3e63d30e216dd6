"""The lines around the table: who sits there and how they stand, the log, the scores."""

from collections.abc import Mapping, Sequence

from rich.table import Table as Grid
from rich.text import Text

from clients.terminal.catalogue import in_words
from clients.terminal.clock import spoken
from clients.terminal.page import flat_console
from clients.terminal.people import People
from clients.terminal.table_state import LogLine, TableState
from galaxy.lobby.v1 import play_pb2
from galaxy.rules.v1 import game_pb2

# Lines of log that are laid out; older ones can be had from the record.
LOG_LINES = 400
_NAME_ROOM = 14
_NUMBER_ROOM = 4


def seat_lines(state: TableState, figures: Mapping[int, str], now: float, width: int) -> Text:
    """Write a line for each seat: whether it has to choose, name, figures of the game, clock, what else there is."""
    lines = []
    for seat in state.people.seats:
        name = "you" if seat == state.viewer else state.people.name(seat)
        line = Text("▸ " if seat in state.waiting_for else "  ", no_wrap=True)
        line.append(f"{_fitted(name, _NAME_ROOM)} ", style="bold")
        line.append(figures.get(seat, ""))
        left = state.clocks.left(seat, now)
        if left is not None:
            line.append(f"  {spoken(left)} left")
        if bank := state.clocks.bank(seat):
            line.append(f" ({spoken(bank)} of it banked)" if state.clocks.runs(seat) else f" + {spoken(bank)} banked")
        if state.clocks.away(seat):
            line.append("  on vacation")
        if seat in state.wishes:
            line.append("  wishes to go on" if state.paused else "  wishes a pause")
        if misses := state.clocks.misses(seat):
            line.append(f"  {misses} missed")
        if note := state.people.note(seat):
            line.append(f"  {note}", style="italic")
        line.truncate(max(1, width), overflow="ellipsis")
        lines.append(line)
    return Text("\n").join(lines)


def turn_words(state: TableState) -> str:
    """Say what is going on: over, your turn, who is waited for."""
    if state.finished:
        return "the game is over"
    if state.paused:
        return "paused (z: wish to go on)" if state.viewer is not None else "paused"
    if state.may_claim_end:
        return "everybody else has left (E: end the game)"
    if state.open_prompts():
        return "your turn"
    waiting = state.waiting()
    return f"waiting for {waiting}" if waiting else "waiting"


def log_text(log: Sequence[LogLine], width: int) -> Text:
    """Write the newest part of the log, numbered and indented; what an undo took back is struck out and says so."""
    lines: list[Text] = []
    for entry in log[-LOG_LINES:]:
        words = Text(entry.text, style="strike" if entry.withdrawn else "")
        if entry.withdrawn:
            words.append(" (taken back)", style="not strike")
        for place, part in enumerate(words.wrap(flat_console(width), max(1, width - _NUMBER_ROOM))):
            number = "" if place else str(entry.number)
            lines.append(Text.assemble((f"{number:>{_NUMBER_ROOM - 1}} ", "dim"), part))
    return Text("\n").join(lines)


def takeback_words(state: TableState) -> str:
    """Say what is proposed, and by which keys to answer; empty while nothing is."""
    takeback = state.takeback
    if takeback is None:
        return ""
    what = "a choice" if takeback.choices == 1 else f"{takeback.choices} choices"
    if state.proposes_to_take_back:
        return f"you propose to take back {what}; {state.people.named(takeback.waiting_for)} must agree (n: withdraw)"
    keys = " (y: accept, n: decline)" if state.asked_to_take_back else ""
    return f"{state.people.name(takeback.seat)} proposes to take back {what}{keys}"


def chat_text(messages: Sequence[play_pb2.ChatMessage], width: int) -> Text:
    """Write what was said, each message with its speaker; those without a seat only watch."""
    lines: list[Text] = []
    for message in messages:
        speaker = message.player.name if message.HasField("seat") else f"{message.player.name} (watching)"
        words = Text.assemble((f"{speaker}: ", "bold"), message.text)
        lines.extend(words.wrap(flat_console(width), max(1, width)))
    return Text("\n").join(lines)


def winner_words(scores: Sequence[game_pb2.SeatScore], people: People, viewer: int | None) -> str:
    """Say who won, in a sentence that knows the viewer, shared victories and games that nobody stayed at."""
    if scores and all(people.left(score.seat) for score in scores if score.rank == 1):
        return "Everybody has left: nobody wins."
    best = [score.seat for score in scores if score.rank == 1]
    if not best:
        return "The game is over."
    if best == [viewer]:
        return "You win!"
    if len(best) == 1:
        return f"{people.name(best[0])} wins."
    return f"{people.named(best)} share the victory."


def score_table(scores: Sequence[game_pb2.SeatScore], people: People, viewer: int | None) -> Grid:
    """Draw the final scores, best first: a row for each source, a column for each seat."""
    ranked = sorted(scores, key=lambda score: (score.rank, score.seat))
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("")
    for score in ranked:
        name = "you" if score.seat == viewer else people.name(score.seat)
        grid.add_column(_fitted(name, _NAME_ROOM).strip(), justify="right")
    for source in dict.fromkeys(part.source for score in ranked for part in score.parts):
        points = [str(sum(part.points for part in score.parts if part.source == source)) for score in ranked]
        grid.add_row(in_words(source), *points)
    grid.add_row("Total", *(str(score.total) for score in ranked), style="bold")
    if any(list(score.tie_breaks) != list(ranked[0].tie_breaks) for score in ranked):
        grid.add_row("Tie-break", *(", ".join(map(str, score.tie_breaks)) for score in ranked))
    grid.add_row("Place", *(f"{score.rank}." for score in ranked))
    notes = [people.note(score.seat) for score in ranked]
    if any(notes):
        grid.add_row("", *notes, style="italic")
    return grid


def _fitted(name: str, room: int) -> str:
    """Bring a name to exactly so many columns."""
    text = Text(name)
    text.truncate(room, overflow="ellipsis", pad=True)
    return text.plain
