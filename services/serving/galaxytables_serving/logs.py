"""Configures structured logs: one line for each event, to stderr, with the context variables of the request.

Python's warnings and uncaught exceptions, in any thread, are logged in the same way.

Each call chooses what it logs, field by field; payloads are never logged. Tracebacks have types and places, but the
exceptions' texts only at level debug: a text may quote a hidden card. Personal tokens are cut out of every line, since
people write them into names and addresses by mistake.
"""

import logging
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

from galaxytables_serving.settings import choice, variable

# `gxt_`, a word for the kind of token, and what nobody else may know.
_TOKEN = re.compile(r"(gxt_[a-z]{1,16}_)[0-9A-Za-z]+")


@dataclass(frozen=True)
class LogSettings:
    """Settings of logs."""

    level: str = variable(
        "GALAXYTABLES_LOG_LEVEL",
        choice("debug", "info", "warning", "error"),
        "`debug`, `info`, `warning` or `error`",
        default="info",
    )
    form: str = variable("GALAXYTABLES_LOG_FORMAT", choice("json", "console"), "`json` or `console`", default="json")


def configure_logs(settings: LogSettings, process: str, *, stream: TextIO | None = None) -> None:
    """Configure structlog, the standard library's logging, and Python's warnings and uncaught exceptions alike.

    Every line has the name `process`.
    """
    level = getattr(logging, settings.level.upper())
    target = stream if stream is not None else sys.stderr
    texts = level <= logging.DEBUG
    renderer: Processor
    if settings.form == "json":
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=target.isatty())

    def name_process(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
        event.setdefault("process", process)
        return event

    def format_exception(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
        error = _exception(event.pop("exc_info", None))
        if error is not None:
            event["exception"] = describe_exception(error, texts=texts)
        return event

    def without_tokens(_: WrappedLogger, __: str, line: Any) -> str:  # noqa: ANN401  # the renderer's text
        return _TOKEN.sub(r"\1…", line)

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        name_process,
        format_exception,
    ]
    structlog.configure(
        processors=[*shared, renderer, without_tokens],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=target),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(target)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer, without_tokens],
            # The exception is described above; without this the formatter would append its own traceback.
            keep_exc_info=False,
        ),
    )
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)
    logging.captureWarnings(True)
    sys.excepthook = lambda _, error, __: _tell_uncaught(error)
    threading.excepthook = lambda uncaught: _tell_uncaught(uncaught.exc_value)
    sys.unraisablehook = lambda unraisable: _tell_uncaught(unraisable.exc_value)


def _tell_uncaught(error: BaseException | None) -> None:
    if isinstance(error, KeyboardInterrupt):
        return
    logging.getLogger(__name__).critical("uncaught exception", exc_info=error)


def describe_exception(error: BaseException, *, texts: bool) -> str:
    """Return an exception and its causes as a traceback; without `texts`, their messages are left out."""
    if texts:
        return "".join(traceback.format_exception(error)).rstrip()
    return "".join(_places(error, set())).rstrip()


def _places(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from _places(before, seen)
        yield "which led to\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__module__}.{type(error).__qualname__}\n"
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield "which holds\n"
            yield from _places(part, seen)


def _exception(info: ExcInfo | BaseException | bool | None) -> BaseException | None:
    if isinstance(info, BaseException):
        return info
    if isinstance(info, tuple):
        return info[1]
    return sys.exc_info()[1] if info else None
