"""`make bots-docs`: writes the tables of docs/reference/bots.md from the files of the matches that were played."""

from collections.abc import Mapping, Sequence

from bench.pages import DOCS, table, write
from galaxytables_arena.goals import HEURISTICS, goals
from galaxytables_arena.results import PUBLISHED, Result, load_results

PAGE = DOCS / "reference/bots.md"
NAMES = {"race": "Race for the Galaxy", "roll": "Roll for the Galaxy", "jump": "Jump Drive", "beyond": "Beyond the Sun"}
_HUNDRED = 100


def contents(results: Mapping[str, Result]) -> dict[str, str]:
    """Return the text for each marked place of the page, by the name of the place."""
    games = {game: [each for each in results.values() if each.game == game] for game in NAMES}
    return {
        **{game: _strengths(found) for game, found in games.items()},
        "matches": _matches(results),
        "time": _time(list(results.values())),
        "open": _open(set(results)),
    }


def _strengths(results: Sequence[Result]) -> str:
    """One row a match: who won how much against whom."""
    if not results:
        return "No match has been played yet."
    rows = []
    for each in sorted(results, key=lambda result: (result.seats, sorted(result.options), result.name)):
        first, *others = each.players
        low, high = (_HUNDRED * bound for bound in each.interval)
        options = ",".join(f"{name}={value}" for name, value in each.options.items())
        rows.append(
            [
                f"`{first.player}`",
                ", ".join(f"`{other.player}`" for other in others),
                str(each.seats),
                f"{_HUNDRED * each.rate:.1f} %",
                f"{low:.1f} to {high:.1f} %",
                f"{_HUNDRED / each.seats:.1f} %",
                str(each.games),
                f"{first.median_ms:.2f}",
                f"`{options}`" if options else "",
            ]
        )
    return table(["player", "against", "seats", "wins", "interval", "fair share", "games", "ms", "options"], rows)


def _matches(results: Mapping[str, Result]) -> str:
    rows = [
        [
            f"[{name.removesuffix('.json')}](bots/results/{name})",
            each.began[:10],
            f"`{each.commit}`",
            f"{each.seeds}, {each.seed}",
            f"{each.machine}, load {each.load:g}",
            f"`{each.command}`",
        ]
        for name, each in results.items()
    ]
    return table(["match", "day", "commit", "seeds", "machine", "command"], rows)


def _time(results: Sequence[Result]) -> str:
    """How long all of them take, by how long they took."""
    hours = sum(each.seconds / each.games for each in results) * _HUNDRED / 3600
    return (
        f"These {len(results)} matches took {sum(each.seconds for each in results) / 60:.0f} minutes in all. At that "
        f"rate they take {hours:.1f} hours with `make bots-results GAMES={_HUNDRED}`. The matches that were not played "
        "yet are not in that figure; those of levels that look ahead take far longer."
    )


def _open(played: set[str]) -> str:
    """The matches that have a goal and have not been played."""
    names = [goal.file for goal in goals(list(HEURISTICS))]
    missing = [f"- `{name.removesuffix('.json')}`" for name in names if name not in played]
    return "\n".join(missing) or "None."


def main() -> None:
    """Write the tables of results into the page."""
    results = load_results(PUBLISHED)
    changed = write(PAGE, contents(results))
    print(f"{len(results)} results, {'written' if changed else 'nothing new'}")


if __name__ == "__main__":
    main()
