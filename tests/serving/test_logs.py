import io
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator

import pytest
import structlog

from galaxytables_serving.logs import LogSettings, configure_logs, describe_exception
from galaxytables_serving.settings import read_settings

HIDDEN = "the top card is a gem world"


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def configured(**variables: str) -> io.StringIO:
    stream = io.StringIO()
    configure_logs(read_settings(LogSettings, variables), "tester", stream=stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def fail() -> None:
    secret = HIDDEN + " (a local)"
    try:
        raise KeyError(secret)  # noqa: TRY301
    except KeyError as error:
        raise ValueError(HIDDEN) from error


def test_a_line_carries_process_level_time_and_bound_context() -> None:
    stream = configured()
    with structlog.contextvars.bound_contextvars(table="t1", seat=2):
        structlog.get_logger("x").info("choice accepted", request="r1")
    (line,) = lines(stream)
    time = line.pop("timestamp")
    assert isinstance(time, str)
    assert time.endswith("Z")
    assert line == {
        "event": "choice accepted",
        "level": "info",
        "process": "tester",
        "table": "t1",
        "seat": 2,
        "request": "r1",
    }


def test_the_standard_librarys_logging_speaks_alike() -> None:
    stream = configured()
    with structlog.contextvars.bound_contextvars(table="t1"):
        logging.getLogger("celery").warning("lost %s", "touch")
    (line,) = lines(stream)
    assert (line["event"], line["logger"], line["level"]) == ("lost touch", "celery", "warning")
    assert (line["process"], line["table"]) == ("tester", "t1")


def test_what_python_itself_tells_is_lines_too_and_without_words() -> None:
    stream = configured()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("of two\nlines", stacklevel=1)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    try:
        fail()
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    warned, *uncaught = lines(stream)
    assert (warned["logger"], warned["level"]) == ("py.warnings", "warning")
    assert [line["event"] for line in uncaught] == ["uncaught exception"] * 2
    assert all("builtins.ValueError" in str(line["exception"]) for line in uncaught)
    assert HIDDEN not in stream.getvalue()


def test_lower_levels_are_left_out() -> None:
    stream = configured(GALAXYTABLES_LOG_LEVEL="warning")
    structlog.get_logger("x").info("chatter")
    logging.getLogger("y").info("chatter")
    structlog.get_logger("x").warning("kept")
    assert [line["event"] for line in lines(stream)] == ["kept"]


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_traceback_tells_places_and_types_but_no_words(form: str) -> None:
    stream = configured(GALAXYTABLES_LOG_FORMAT=form)
    try:
        fail()
    except ValueError:
        structlog.get_logger("x").exception("broken")
        logging.getLogger("y").exception("broken")
    text = stream.getvalue()
    assert text.count("builtins.KeyError") == 2
    assert text.count("builtins.ValueError") == 2
    assert "in fail" in text
    assert HIDDEN not in text


def test_at_level_debug_a_traceback_tells_all() -> None:
    stream = configured(GALAXYTABLES_LOG_LEVEL="debug")
    try:
        fail()
    except ValueError as error:
        structlog.get_logger("x").error("broken", exc_info=error)
    assert HIDDEN in stream.getvalue()


def test_groups_and_circles_of_exceptions_are_told_whole() -> None:
    inner = KeyError(HIDDEN)
    group = ExceptionGroup(HIDDEN, [inner, TypeError(HIDDEN)])
    inner.__cause__ = group
    text = describe_exception(group, texts=False)
    assert "builtins.KeyError" in text
    assert "builtins.TypeError" in text
    assert HIDDEN not in text


def test_console_lines_are_for_people() -> None:
    stream = configured(GALAXYTABLES_LOG_FORMAT="console")
    structlog.get_logger("x").info("serving", address="127.0.0.1:5100")
    assert "serving" in stream.getvalue()
    assert "address=127.0.0.1:5100" in stream.getvalue()


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_personal_token_is_cut_out_of_every_line_wherever_it_stands(form: str) -> None:
    stream = configured(GALAXYTABLES_LOG_LEVEL="debug", GALAXYTABLES_LOG_FORMAT=form)
    behind = "0123456789abcdefghijABCDEFGHIJ4f8Zq1"
    token = f"gxt_pat_{behind}"
    with structlog.contextvars.bound_contextvars(name=token):
        structlog.get_logger("x").info(f"asked for /?token={token}", headers={"authorization": f"Bearer {token}"})
    logging.getLogger("another").warning("refused %s", token)
    try:
        raise ValueError(token)  # noqa: TRY301
    except ValueError:
        structlog.get_logger("x").exception("failed")
    assert behind not in stream.getvalue()
    assert stream.getvalue().count("gxt_pat_…") == 5
