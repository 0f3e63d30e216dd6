"""Translates refusals of a rules service into the lobby's errors, with only those values that players may see."""

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

# Reasons that come with the numbers of the broken rule, under any name.
WITH_FIGURES = frozenset({"CHOICE_REFUSED", "OPTIONS_CONFLICT"})
_NUMBER = re.compile(r"-?[0-9]{1,9}")
# Reasons that concern a player, with the values that may be passed on.
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
    "UNKNOWN_PUZZLE": ("puzzle",),
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
    """Return the lobby's error to raise when the rules service of `game` refuses a call."""
    status = code if isinstance(code, grpc.StatusCode) else code_of(code)
    names = PASSED_ON.get(reason)
    if names is not None:
        figures = reason in WITH_FIGURES
        values = {
            name: value
            for name, value in metadata.items()
            if name in names or (figures and _NUMBER.fullmatch(value) is not None)
        }
        return errors.RulesRefusalError(reason, message, values, status)
    if status in AWAY or reason == OUTDATED_POSITION:
        # For an outdated position: the service was just replaced, and the next probe will show it.
        return errors.game_unavailable(game)
    _log.error("rules_refused_unexpectedly", game=game, reason=reason, code=status.name)
    return InternalError("The rules service failed.")
