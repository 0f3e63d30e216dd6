"""What a rules service refuses, in the lobby's words: only reasons and values that players may see pass."""

import re
from collections.abc import Mapping

import grpc
import structlog

from galaxytables_lobby import errors
from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import InternalError, code_of

_log = structlog.get_logger(__name__)

POSITION_NOT_CACHED = "POSITION_NOT_CACHED"
OUTDATED_POSITION = "OUTDATED_POSITION"
UNKNOWN_CALL = "UNKNOWN_CALL"
UNKNOWN_PACK = "UNKNOWN_PACK"
UNKNOWN_RULES_VERSION = "UNKNOWN_RULES_VERSION"

# With these come the figures of the rule that is broken: numbers, whatever the game calls them, and nothing else.
WITH_FIGURES = frozenset({"CHOICE_REFUSED", "OPTIONS_CONFLICT"})
_NUMBER = re.compile(r"-?[0-9]{1,9}")
# Reasons that concern a player, and the values that go with them.
PASSED_ON: Mapping[str, tuple[str, ...]] = {
    "CHOICE_REFUSED": ("paragraph", "rule"),
    "GAME_OVER": (),
    "INVALID_OPTION": ("option", "value"),
    "INVALID_SEATS": ("seats", "least", "most"),
    "NOTHING_TO_UNDO": ("seat",),
    "OPTIONS_CONFLICT": ("options", "paragraph", "rule"),
    "OUT_OF_BOUNDS": ("least", "most", "given"),
    "PROMPT_CLOSED": ("prompt",),
    "UNDO_REFUSED": ("seat",),
    "UNKNOWN_LANGUAGE": ("language", "languages"),
    "UNKNOWN_OPTION": ("option",),
    "UNKNOWN_PACK": ("pack",),
    "UNKNOWN_RULES_VERSION": ("version",),
}
AWAY = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.CANCELLED,
    }
)


def translated(
    game: str, *, code: int | grpc.StatusCode, reason: str, message: str, metadata: Mapping[str, str]
) -> GalaxyError:
    """The error to raise for a refusal."""
    status = code if isinstance(code, grpc.StatusCode) else code_of(code)
    names = PASSED_ON.get(reason)
    if names is not None:
        figures = reason in WITH_FIGURES
        values = {
            name: value
            for name, value in metadata.items()
            if name in names or (figures and _NUMBER.fullmatch(value) is not None)
        }
        return errors.RulesRefusal(reason, message, values, status)
    if status in AWAY or reason == OUTDATED_POSITION:
        # Of an outdated position: the service was replaced just now, and the next probe tells.
        return errors.game_unavailable(game)
    _log.error("rules_refused_unexpectedly", game=game, reason=reason, code=status.name)
    return InternalError("The rules service failed.")
