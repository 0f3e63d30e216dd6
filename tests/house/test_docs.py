"""The lists in `docs/` hold what the code has, no more and no less."""

import re
from collections.abc import Iterator
from pathlib import Path

from services.kit.errors import RulesError
from services.lobby import errors
from services.lobby.rules.refusals import _PASSED_ON
from services.serving.errors import DrainingError, InternalError, MalformedRequestError, RequestTooLargeError
from tests.house.files import ROOT, committed

FRONT_ENDS = (ROOT / "docs/front-ends.md").read_text()
OPERATIONS = (ROOT / "docs/operations.md").read_text()
LISTED_REASONS = set(re.findall(r"^\| `([A-Z_]+)` \| [A-Z_]+ \|", FRONT_ENDS, re.MULTILINE))
METRIC = re.compile(r"(?:galaxy|grpc_server)_[a-z_]+")
SETTING = re.compile(r"GALAXY_[A-Z_]*[A-Z]")


def sources(*folders: str) -> list[Path]:
    return [path for path in committed(*folders) if path.suffix == ".py"]


def text_of(*folders: str) -> str:
    return "\n".join(path.read_text() for path in sources(*folders))


def reasons_of_the_lobby() -> set[str]:
    """Reasons that its own errors name, those of every server, and those of rules services that it passes on."""
    own = re.findall(r"^    return \w+\(\s*\"([A-Z_]+)\"", text_of("services/lobby/errors.py"), re.MULTILINE)
    every = re.findall(r"^    reason(?:: .*)? = \"([A-Z_]+)\"", text_of("services/serving/errors.py"), re.MULTILINE)
    assert own
    assert every
    return {*own, *every, *_PASSED_ON}


def test_every_reason_that_reaches_a_client_is_listed_for_front_ends() -> None:
    assert reasons_of_the_lobby() == LISTED_REASONS


def test_every_reason_stands_under_its_code() -> None:
    listed = dict(re.findall(r"^\| `([A-Z_]+)` \| ([A-Z_]+) \|", FRONT_ENDS, re.MULTILINE))
    made = re.findall(r"^    return (\w+)\(\s*\"([A-Z_]+)\"", text_of("services/lobby/errors.py"), re.MULTILINE)
    codes = {reason: getattr(errors, family).code.name for family, reason in made}
    codes |= {kind.reason: kind.code.name for kind in descendants(RulesError) if kind.reason in _PASSED_ON}
    of_every_server = (MalformedRequestError, RequestTooLargeError, InternalError, DrainingError)
    codes |= {kind.reason: kind.code.name for kind in of_every_server}
    assert codes == listed


def test_errors_that_say_when_to_try_again_are_marked() -> None:
    marked = set(re.findall(r"^\| `([A-Z_]+)` \| [A-Z_]+ \| ↻", FRONT_ENDS, re.MULTILINE))
    makers = text_of("services/lobby/errors.py").split("\ndef ")
    made = {re.findall(r"return \w+\(\s*\"(\w+)\"", maker)[0] for maker in makers[1:] if "retry_after=" in maker}
    of_every_server = (MalformedRequestError, RequestTooLargeError, InternalError, DrainingError)
    assert marked == made | {*(kind.reason for kind in of_every_server if kind.retry_after is not None)}
    assert len(marked) > 5


def descendants(kind: type[RulesError]) -> Iterator[type[RulesError]]:
    for child in kind.__subclasses__():
        yield child
        yield from descendants(child)


def test_every_metric_is_told_to_operators() -> None:
    text = text_of("services")
    made = set(METRIC.findall("\n".join(re.findall(r"(?:Counter|Gauge|Histogram)\(\s*\"\w+\"", text))))
    made |= {f"{name}_total" for name in re.findall(r"CounterMetricFamily\(\s*\"(\w+)\"", text)}
    assert len(made) > 20
    assert made == set(METRIC.findall(OPERATIONS))


def test_every_setting_is_told_to_operators() -> None:
    read = set(SETTING.findall(text_of("services", "clients")))
    assert len(read) > 15
    assert read == set(SETTING.findall(OPERATIONS))
