"""Collects every error that may reach a client, by making each once."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

import grpc

from galaxytables_kit.errors import RulesError
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.rules.refusals import PASSED_ON, WITH_FIGURES
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_serving import errors as serving
from galaxytables_serving.errors import GalaxyError
from galaxytables_web import errors as web

_SAMPLES: Mapping[object, object] = {
    str: "some",
    int: 0,
    SeatNumber: SeatNumber(0),
    TableId: TableId(""),
    float: 0.0,
    float | None: 0.0,
    int | None: 0,
    Iterable[str]: (),
    Iterable[int]: (),
    Iterable[SeatNumber]: (),
}


@dataclass(frozen=True)
class Refused:
    """An error: its reason and code, whether it can say when to try again, the names of its values, and its meaning."""

    reason: str
    code: grpc.StatusCode
    retry: bool
    values: tuple[str, ...]
    figures: bool
    meaning: str


def every_error() -> list[Refused]:
    """Return the errors of the lobby, of rules services (passed on by the lobby), of every server and of the gateway.

    Each reason occurs once.
    """
    found: dict[str, Refused] = {}
    for each in (*own_errors(), *_passed_on(), *_kinds(serving), *_kinds(web)):
        found.setdefault(each.reason, each)
    return list(found.values())


def own_errors() -> Iterator[Refused]:
    """Yield the errors that the lobby itself raises."""
    for maker in vars(errors).values():
        if inspect.isfunction(maker) and maker.__module__ == errors.__name__:
            yield _refused(_made(maker), maker)


def _passed_on() -> Iterator[Refused]:
    """What a rules service refuses carries what the lobby lets through."""
    kinds = {kind.reason: kind for kind in _descendants(RulesError) if kind.__module__.startswith("galaxytables_")}
    for reason, values in PASSED_ON.items():
        kind = kinds[reason]
        yield Refused(
            reason, kind.code, retry=False, values=values, figures=reason in WITH_FIGURES, meaning=_meaning(kind)
        )


def _kinds(module: ModuleType) -> Iterator[Refused]:
    """The errors of every server, or those of the gateway."""
    for kind in vars(module).values():
        if inspect.isclass(kind) and issubclass(kind, GalaxyError) and kind is not GalaxyError:
            yield _refused(_made(kind), kind)


def _refused(error: GalaxyError, documented: object) -> Refused:
    values = (*error.metadata, *PASSED_ON.get(error.reason, ()))
    return Refused(
        error.reason,
        error.code,
        retry=error.retry_after is not None,
        values=tuple(dict.fromkeys(values)),
        figures=error.reason in WITH_FIGURES,
        meaning=_meaning(documented),
    )


def _made(maker: Callable[..., GalaxyError]) -> GalaxyError:
    """An error with something for each of its values."""
    given, named = [], {}
    for name, parameter in inspect.signature(maker).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            named[name] = _SAMPLES[parameter.annotation]
        elif parameter.kind is not parameter.VAR_KEYWORD:
            given.append(_SAMPLES[parameter.annotation])
    return maker(*given, **named)


def _meaning(documented: object) -> str:
    return " ".join((inspect.getdoc(documented) or "").split())


def _descendants(kind: type[RulesError]) -> Iterator[type[RulesError]]:
    for child in kind.__subclasses__():
        yield child
        yield from _descendants(child)
