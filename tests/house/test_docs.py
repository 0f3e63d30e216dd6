"""The lists in `docs/` hold what the code has, no more and no less; the reference is compared with its source text."""

import re
from pathlib import Path
from typing import cast

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.adapters.rules.refusals import PASSED_ON
from galaxytables_web.calls import public_calls
from tests.house.files import ROOT, committed
from tools.openapi.schemas import is_optional
from tools.reference.games import games
from tools.reference.views import kinds_within
from tools.workspace import import_packages

OPERATIONS = (ROOT / "docs/how-to/operations.md").read_text()
LOBBY = (ROOT / "docs/reference/lobby.md").read_text()
SETTINGS = (ROOT / "docs/reference/settings.md").read_text()
BROWSER_CALLS = (ROOT / "docs/reference/browser-calls.md").read_text()
METRICS = (ROOT / "docs/reference/metrics.md").read_text()
LISTED_REASONS = set(re.findall(r"^\| `([A-Z_]+)` \| [A-Z_]+ \|", LOBBY, re.MULTILINE))
METRIC = re.compile(r"(?:galaxytables|grpc_server)_[a-z_]*[a-z]")
SETTING = re.compile(r"GALAXYTABLES_[A-Z_]*[A-Z]")


def sources(*folders: str) -> list[Path]:
    return [path for path in committed(*folders) if path.suffix == ".py"]


def text_of(*folders: str) -> str:
    return "\n".join(path.read_text() for path in sources(*folders))


def reasons_of_the_lobby() -> set[str]:
    """Reasons that its own errors name, those of every server and the gateway, and those that it passes on."""
    own = re.findall(
        r"^    return \w+\(\s*\"([A-Z_]+)\"", text_of("services/lobby/galaxytables_lobby/errors.py"), re.MULTILINE
    )
    every = re.findall(
        r"^    reason(?:: .*)? = \"([A-Z_]+)\"",
        text_of("services/serving/galaxytables_serving/errors.py", "services/web/galaxytables_web/errors.py"),
        re.MULTILINE,
    )
    assert own
    assert every
    return {*own, *every, *PASSED_ON}


def test_every_reason_in_the_code_is_in_the_reference() -> None:
    assert reasons_of_the_lobby() == LISTED_REASONS


def test_errors_that_say_when_to_try_again_are_marked() -> None:
    marked = set(re.findall(r"^\| `([A-Z_]+)` \| [A-Z_]+ \| ↻", LOBBY, re.MULTILINE))
    makers = text_of("services/lobby/galaxytables_lobby/errors.py").split("\ndef ")
    made = {re.findall(r"return \w+\(\s*\"(\w+)\"", maker)[0] for maker in makers[1:] if "retry_after=" in maker}
    assert marked == made | {"DRAINING", "LOBBY_UNAVAILABLE", "TOO_MANY_CALLS", "TOO_MANY_CALLS_OF_ADDRESS"}
    assert len(marked) > 5


def test_every_metric_in_the_code_is_in_the_reference() -> None:
    text = text_of("services")
    made = set(METRIC.findall("\n".join(re.findall(r"(?:Counter|Gauge|Histogram)\(\s*\"\w+\"", text))))
    made |= {f"{name}_total" for name in re.findall(r"CounterMetricFamily\(\s*\"(\w+)\"", text)}
    made |= set(re.findall(r"GaugeMetricFamily\(\s*\"(\w+)\"", text))
    listed = set(re.findall(r"^\| `(\w+)[`{]", METRICS, re.MULTILINE))
    assert len(made) > 20
    assert made == listed
    told = {name for name in METRIC.findall(OPERATIONS) if not any(other.startswith(name) for other in made)}
    assert not told - import_packages(ROOT).keys()


def test_every_setting_is_told_to_operators() -> None:
    read = set(SETTING.findall(text_of("services", "clients")))
    assert len(read) > 15
    assert read == set(SETTING.findall(SETTINGS)) | {"GALAXYTABLES_NATIVE", "GALAXYTABLES_STATE", "GALAXYTABLES_TOKEN"}
    assert set(SETTING.findall(OPERATIONS)) <= read


def test_settings_are_read_as_declared() -> None:
    """What reads the environment in another way is not on the page."""
    reading = [path for path in sources("services") if re.search(r"os\.(environ|getenv)", path.read_text())]
    assert {path.relative_to(ROOT).as_posix() for path in reading} == {
        # Of gRPC's own settings.
        "services/runtime/galaxytables_runtime/grpc_core.py",
        "services/runtime/galaxytables_runtime/native.py",
        "services/platform/galaxytables_platform/child.py",
        # Where the game lies whose author works on it.
        "services/platform/galaxytables_platform/dev/command.py",
        # What a person gives by options and a file.
        "services/platform/galaxytables_platform/config.py",
        # Pass it on.
        "services/platform/galaxytables_platform/bundle.py",
        "services/platform/galaxytables_platform/commands.py",
        "services/platform/galaxytables_platform/doctor/command.py",
        "services/serving/galaxytables_serving/process.py",
        "services/serving/galaxytables_serving/settings.py",
    }


def test_the_optional_fields_of_answers_are_on_the_page_of_calls_from_a_browser() -> None:
    """But for those of views, which their reference marks."""
    views = {
        within.full_name for game in games() for within in kinds_within(cast("Descriptor", game.view_type.DESCRIPTOR))
    }
    answers = [kind for call in public_calls().values() for kind in kinds_within(call.answer)]
    optional = {
        f"{kind.name}.{field.json_name}"
        for kind in answers
        if isinstance(kind, Descriptor) and kind.full_name not in views
        for field in kind.fields
        if is_optional(field)
    }
    assert len(optional) > 3
    assert set(re.findall(r"^\| `(\w+\.\w+)` \|", BROWSER_CALLS, re.MULTILINE)) == optional


def test_the_answer_of_list_games_on_that_page_is_one() -> None:
    (shown,) = re.findall(r"^```json\n(.*?)^```", BROWSER_CALLS, re.MULTILINE | re.DOTALL)
    answer = json_format.Parse(shown, tables_pb2.ListGamesResponse())
    assert answer.games[0].description.game == "jump"
    assert answer.presets[0].control.per_move.seconds == 45


def test_every_reason_why_a_game_does_not_count_is_on_the_page_about_ratings() -> None:
    page = (ROOT / "docs/explanation/ratings.md").read_text()
    table = page.split("## Which games count")[1].split("##")[0]
    named = {name.removeprefix("UNRATED_REASON_") for name in re.findall(r"`([A-Z_]+)`", table)}
    reasons = [value.name for value in tables_pb2.UnratedReason.DESCRIPTOR.values]
    assert named == {name.removeprefix("UNRATED_REASON_") for name in reasons} - {"UNSPECIFIED"}
