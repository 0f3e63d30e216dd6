"""docs/reference/bots.md says what was played: its tables are those of the result files, its prose has no figures."""

import re
import shlex

import pytest
from msgspec.structs import replace

from bench.bots import PAGE, contents
from bench.pages import filled, places
from galaxytables_arena.__main__ import main
from galaxytables_arena.match import new_match
from galaxytables_arena.players import full_name, patience_in
from galaxytables_arena.results import PUBLISHED, Order, Result, file_name, load_results, play
from galaxytables_arena.statistics import interval
from galaxytables_bots.seeds import HELD_OUT, SEEDS

TEXT = PAGE.read_text()
RESULTS = load_results(PUBLISHED)
WRITTEN = re.compile(r"<!-- written: ([a-z-]+) by `make bots-docs` -->\n.*?<!-- end of \1 -->\n", re.DOTALL)
CODE = re.compile(r"^ {4}.*$|`[^`\n]*`|\]\([^)]*\)|\bR\d+\.\d+\b", re.MULTILINE)


@pytest.fixture(scope="module")
def played() -> Result:
    order = Order(game="jump", players=("normal", "easy"), seats=2, games=2, seeds=HELD_OUT, seed=1)
    return play(order, jobs=1)[1]


def by_hand(page: str) -> str:
    """What a person typed: the page without its written places, code, addresses and paragraphs of rules."""
    return CODE.sub("", re.sub(r"```.*?```", "", WRITTEN.sub("", page), flags=re.DOTALL))


def option(words: list[str], name: str) -> str | None:
    return words[words.index(name) + 1] if name in words else None


def test_every_table_is_what_the_result_files_say() -> None:
    found = contents(RESULTS)
    assert set(places(TEXT)) == set(found)
    assert filled(TEXT, found) == TEXT, "make bots-docs"


def test_no_figure_is_typed_by_hand() -> None:
    assert not re.findall(r".*\d.*", by_hand(TEXT))


@pytest.mark.parametrize(
    "typed",
    ["| `best` | 92.0 % |", "`best` wins 92 of 100.", "It won 63.5 % of its games.", "`hard` takes 34 ms"],
)
def test_a_figure_that_is_typed_by_hand_is_found(typed: str) -> None:
    assert re.search(r"\d", by_hand(f"{TEXT}\n{typed}\n"))


def test_a_row_that_is_changed_by_hand_is_found(played: Result) -> None:
    found = contents({played.name: played})
    page = filled(TEXT, found)
    row = f"| `normal` | `easy` | 2 | {100 * played.rate:.1f} % |"
    assert row in page
    assert f"`{played.command}`" in page
    changed = page.replace(row, "| `normal` | `easy` | 2 | 99.9 % |")
    assert filled(changed, found) == page != changed


def test_a_match_that_was_played_with_other_patience_has_a_row_of_its_own(played: Result) -> None:
    first, other = played.players
    longer = replace(played, players=[replace(first, player="best@0.4", patience=0.4), other])
    page = contents({each.name: each for each in (played, longer)})
    assert page["jump"].count("\n") == 3
    assert "`best@0.4`" in page["jump"]


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_says_what_was_played(name: str) -> None:
    result = RESULTS[name]
    assert name == result.name == file_name(result.game, result.seats, names(result), result.options)
    assert re.fullmatch(r"[0-9a-f]{12}", result.commit), "played at a commit without changes"
    assert result.seeds == HELD_OUT
    assert SEEDS[result.seeds][result.seed] in SEEDS[HELD_OUT]
    for each in result.players:
        assert each.player == full_name(result.game, each.player)
        assert each.patience == patience_in(each.player)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_agrees_with_its_command_and_its_deals(name: str) -> None:
    result, words = RESULTS[name], shlex.split(RESULTS[name].command)
    assert words[:3] == ["python", "-m", "galaxytables_arena"]
    assert option(words, "--game") == result.game
    assert option(words, "--players") == ",".join(names(result))
    assert option(words, "--seats") == str(result.seats)
    assert (option(words, "--seeds"), option(words, "--seed")) == (result.seeds, str(result.seed))
    pairs = ",".join(f"{key}={value}" for key, value in result.options.items())
    assert (option(words, "--options") or "") == pairs
    assert "--between" not in words
    wanted = int(option(words, "--games") or 0)
    assert result.complete
    assert result.games == -(-wanted // result.seats) * result.seats == len(result.deals) * result.seats
    match = new_match(result.game, names(result), result.seats)
    match.deals = result.deals
    assert (result.rate, result.interval) == (match.rate, interval(result.deals))


def test_what_the_page_says_of_commands_is_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "jump", "--players", "hard@0.1,easy", "--games", "2", "--jobs", "1"]) == 2
    assert "takes no patience" in capsys.readouterr().err


def names(result: Result) -> list[str]:
    return [each.player for each in result.players]
