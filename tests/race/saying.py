"""Questions, options and events of a scene as a reader of English gets them."""

from galaxytables_kit.event import EmittedEvent
from galaxytables_kit.wire import event_message, prompt_message
from tests.race.scene import WORDS, Table

ENGLISH = WORDS[0]


def question_said(table: Table, seat: int = 0) -> str:
    """The open question to a seat."""
    return ENGLISH.prompt(prompt_message(table.live, "1", table.prompt(seat)))


def options_said(table: Table, seat: int = 0) -> list[str]:
    """The options of a seat, sorted."""
    message = prompt_message(table.live, "1", table.prompt(seat))
    return sorted(ENGLISH.option(message, option) for option in message.options)


def event_said(told: EmittedEvent) -> str:
    """What happened, for everybody."""
    return ENGLISH.event(event_message(told))
