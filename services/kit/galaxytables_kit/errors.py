"""Everything that can be wrong with a call to a rules service.

A new reason that players should see must also be listed in the lobby's `adapters/rules/refusals.py`, and needs words in
the lobby's `errors.ftl`. Players see all others as a failure of the rules service.

GalaxyError
└── RulesError
    ├── ChoiceError             the answer is not valid
    │   ├── NotYourPrompt       the prompt belongs to another seat
    │   ├── PromptClosed        no such prompt is open (any more)
    │   ├── OutOfBounds         too few or too many picks
    │   ├── UnknownOption       a pick that is not on offer, or twice the same
    │   ├── ChoiceRefused       the answer breaks a rule; carries the paragraph
    │   └── GameOver            nothing can be chosen any more
    ├── UndoError
    │   ├── NothingToUndo       the seat has not chosen since the last checkpoint
    │   └── UndoRefused         something was shown, drawn or done since
    ├── OptionError
    │   ├── InvalidOption       no such option, or no such value of it
    │   ├── InvalidSeats        too few or too many seats
    │   └── OptionsConflict     options that exclude each other; carries the paragraph
    ├── InvalidSeed             not 32 bytes, or entropy that does not fit the seats
    ├── InvalidEndReason        a reason for which a lobby cannot end a game
    ├── UnknownSeat             no such seat at this table
    ├── UnknownLanguage         the game has no words in it
    ├── UnknownPuzzle           the game has no such puzzle
    ├── PositionError
    │   ├── InvalidPosition     bytes that are no position of this game
    │   ├── OutdatedPosition    a position of older code: play the choices again from the start
    │   ├── UnknownRulesVersion a position or record of other rules
    │   ├── UnknownPack         a pack that this service does not have
    │   └── PositionNotCached   send the position itself
    └── ComponentError          a component file is wrong; carries file, entry and field
"""

from collections.abc import Iterable

import grpc

from galaxytables_serving.errors import GalaxyError


class RulesError(GalaxyError):
    """Base of all errors of a rules service."""

    code = grpc.StatusCode.INVALID_ARGUMENT
    reason = "RULES_ERROR"


class ChoiceError(RulesError):
    """The answer is not valid; the game is unchanged."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class NotYourPrompt(ChoiceError):
    """The prompt belongs to another seat."""

    code = grpc.StatusCode.PERMISSION_DENIED
    reason = "NOT_YOUR_PROMPT"

    def __init__(self, seat: int, prompt: str) -> None:
        super().__init__(f"Prompt {prompt} is not for seat {seat}.", seat=seat, prompt=prompt)


class PromptClosed(ChoiceError):
    """No such prompt is open; it may have been answered already."""

    reason = "PROMPT_CLOSED"

    def __init__(self, prompt: str) -> None:
        super().__init__(f"Prompt {prompt} is not open.", prompt=prompt)


class OutOfBounds(ChoiceError):
    """The answer has too few or too many picks."""

    code = grpc.StatusCode.INVALID_ARGUMENT
    reason = "OUT_OF_BOUNDS"

    def __init__(self, minimum: int, maximum: int, given: int) -> None:
        bounds = f"exactly {minimum}" if minimum == maximum else f"{minimum} to {maximum}"
        super().__init__(f"The answer has {bounds} picks, not {given}.", least=minimum, most=maximum, given=given)


class UnknownOption(ChoiceError):
    """The answer has a pick that is not an option, or the same pick twice."""

    code = grpc.StatusCode.INVALID_ARGUMENT
    reason = "UNKNOWN_OPTION"

    def __init__(self, option: str) -> None:
        shown = option[:40]
        super().__init__(f"Option {shown!r} is not on offer, or picked twice.", option=shown)


class ChoiceRefused(ChoiceError):
    """The answer breaks a rule of the game.

    The text for players is the message `refusal-<rule>`, with the figures filled in.
    """

    reason = "CHOICE_REFUSED"

    def __init__(self, message: str, paragraph: str, rule: str = "", **facts: int | str) -> None:
        named = {"rule": rule} if rule else {}
        super().__init__(f"{message} ({paragraph})", paragraph=paragraph, **named, **facts)


class GameOver(ChoiceError):
    """The game is over: nothing can be chosen any more."""

    reason = "GAME_OVER"

    def __init__(self) -> None:
        super().__init__("The game is over.")


class UndoError(RulesError):
    """The choice cannot be taken back; the game is unchanged."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class NothingToUndo(UndoError):
    """The seat has not chosen since the last checkpoint."""

    reason = "NOTHING_TO_UNDO"

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} has nothing to take back.", seat=seat)


class UndoRefused(UndoError):
    """Since the choice, something hidden was shown, chance was drawn, or somebody could act on it."""

    reason = "UNDO_REFUSED"

    def __init__(self, seat: int) -> None:
        super().__init__(f"The last choice of seat {seat} can no longer be taken back fairly.", seat=seat)


class OptionError(RulesError):
    """The game cannot be set up with these options or this number of seats."""


class InvalidOption(OptionError):
    """The game has no such option, or the option has no such value."""

    reason = "INVALID_OPTION"

    def __init__(self, option: str, value: str, expected: str) -> None:
        shown = value[:40]
        super().__init__(f"Option {option[:40]}: {shown!r} is not {expected}.", option=option[:40], value=shown)


class InvalidSeats(OptionError):
    """The game cannot be played with so few or so many seats."""

    reason = "INVALID_SEATS"

    def __init__(self, seats: int, minimum: int, maximum: int) -> None:
        super().__init__(f"{minimum} to {maximum} can play, not {seats}.", seats=seats, least=minimum, most=maximum)


class OptionsConflict(OptionError):
    """The options exclude each other.

    The text for players is the message `refusal-<rule>`, with the figures filled in.
    """

    reason = "OPTIONS_CONFLICT"

    def __init__(
        self, message: str, options: Iterable[str], paragraph: str, rule: str = "", **facts: int | str
    ) -> None:
        self.options = tuple(options)
        self.paragraph = paragraph
        named = {"rule": rule} if rule else {}
        super().__init__(
            f"{message} ({paragraph})", options=",".join(self.options), paragraph=paragraph, **named, **facts
        )


class InvalidSeed(RulesError):
    """The seed is not 32 bytes, or the entropy does not fit the seats."""

    reason = "INVALID_SEED"


class InvalidEndReason(RulesError):
    """The reason is not one for which a lobby can end a game."""

    reason = "INVALID_END_REASON"

    def __init__(self, given: int) -> None:
        super().__init__(f"A game is not closed for the reason {given}.", given=given)


class UnknownSeat(RulesError):
    """The table has no such seat."""

    reason = "UNKNOWN_SEAT"

    def __init__(self, seat: int) -> None:
        super().__init__(f"There is no seat {seat}.", seat=seat)


class UnknownLanguage(RulesError):
    """The game has no words in this language."""

    code = grpc.StatusCode.NOT_FOUND
    reason = "UNKNOWN_LANGUAGE"

    def __init__(self, language: str, known: Iterable[str]) -> None:
        languages = ",".join(known)
        super().__init__(
            f"No words in {language[:20]!r}; there are {languages}.", language=language[:20], languages=languages
        )


class UnknownPuzzle(RulesError):
    """The game has no such puzzle."""

    code = grpc.StatusCode.NOT_FOUND
    reason = "UNKNOWN_PUZZLE"

    def __init__(self, puzzle: str) -> None:
        shown = puzzle[:40]
        super().__init__(f"There is no puzzle {shown!r}.", puzzle=shown)


class PositionError(RulesError):
    """The position cannot be used here."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class InvalidPosition(PositionError):
    """The bytes are not a position of this game."""

    code = grpc.StatusCode.INVALID_ARGUMENT
    reason = "INVALID_POSITION"

    def __init__(self) -> None:
        super().__init__("These bytes are no position of this game.")


class OutdatedPosition(PositionError):
    """The position has the form that older code gave it.

    `ReplayTo` plays the same choices from the start, and gives a current position.
    """

    code = grpc.StatusCode.FAILED_PRECONDITION
    reason = "OUTDATED_POSITION"

    def __init__(self) -> None:
        super().__init__("This position has an older form; play the choices again from the start.")


class UnknownRulesVersion(PositionError):
    """The position or record has a version of the rules that cannot be played here."""

    reason = "UNKNOWN_RULES_VERSION"

    def __init__(self, version: int, served: int) -> None:
        super().__init__(
            f"Rules version {version} is not played here; new tables play version {served}.", version=version
        )


class UnknownPack(PositionError):
    """This service does not have the component pack."""

    reason = "UNKNOWN_PACK"

    def __init__(self, digest: bytes) -> None:
        super().__init__(f"Component pack {digest.hex()[:16]} is not loaded here.", pack=digest.hex())


class PositionNotCached(PositionError):
    """Only the digest of a position was sent, and the position is not cached."""

    reason = "POSITION_NOT_CACHED"

    def __init__(self) -> None:
        super().__init__("Send the position itself.")


class ComponentError(RulesError):
    """A component file is wrong; the error has the file, the entry and the field."""

    reason = "INVALID_COMPONENTS"

    def __init__(self, file: str, entry: str, field: str, message: str) -> None:
        super().__init__(f"{file}: {entry}: {field}: {message}", file=file, entry=entry, field=field)
