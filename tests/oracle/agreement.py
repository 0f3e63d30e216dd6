"""How often a player answers as the trained players of the transcripts did: `python -m tests.oracle.agreement`.

Their games are replayed; whenever the rules ask a seat, the player is given the same prompt and the view of that seat,
and its answer is compared with the one that was given: by components, since copies of a card are alike. A gauge and no
teacher: what another player did is not always best, and nothing is learned from it.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.players import Insider, Player, UnknownPlayerError, find_player, for_a_game, for_a_table
from galaxytables_bots.strategy import Catalogue
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.options import write_options
from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_kit.prompt import Picks, Prompt
from galaxytables_kit.wire import component_of, picks_of, prompt_message
from galaxytables_race.components.cards import Pack
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.oracle.check import options_of
from tests.oracle.replay import Replay
from tests.oracle.transcript import Transcript, read

HERE = Path(__file__).parent
TRAINED = "net"
"""Who chose in the games that are looked at; at others chance answered now and then."""
ACTIONS = "actions.choose"
SECOND = "_2"


class Agreement(Struct):
    """How many prompts of a kind there were, and how many of them were answered alike."""

    asked: int = 0
    alike: int = 0

    def __str__(self) -> str:
        """As a line of the table."""
        return f"{self.asked:>7}{self.alike:>7}{100 * self.alike / max(1, self.asked):>8.1f} %"


class Compared(Replay):
    """A replay at which a player is asked, too; `found` is how it agrees by kind of prompt."""

    def __init__(
        self,
        transcript: Transcript,
        packs: PackRegistry[Pack],
        options: RaceOptions,
        *,
        player: Player,
        catalogue: Catalogue,
    ) -> None:
        super().__init__(transcript, packs, options)
        self._player, self._catalogue = player, catalogue
        self._asked = ""
        self._seen: dict[str, tuple[Prompt, Message]] = {}
        self.found: dict[str, Agreement] = {}

    def _answer(self, prompt_id: str, prompt: Prompt) -> None:
        # Who is asked at the same time as others sees the table as it was before any of them has answered.
        live = self.match.live
        self._seen = {
            key: known
            if (known := self._seen.get(key)) and known[0] is each
            else (each, live.game.view(live.play, live.play.state, each.seat))
            for key, each in live.prompts.items()
        }
        self._asked = prompt_id
        super()._answer(prompt_id, prompt)

    def _picks(self, prompt: Prompt) -> Picks:
        given = super()._picks(prompt)
        found = self.found.setdefault(prompt.kind, Agreement())
        found.asked += 1
        found.alike += self._named(prompt, given) == self._named(prompt, self._chosen(prompt))
        return given

    def _chosen(self, prompt: Prompt) -> Picks:
        live, player = self.match.live, self._player
        message, (_, view) = prompt_message(live, "", prompt), self._seen[self._asked]
        if isinstance(player, Insider):
            return picks_of(prompt, player.choose_inside(live, message, view, self._catalogue))
        return picks_of(prompt, player.choose(message, view, self._catalogue))

    def _named(self, prompt: Prompt, picks: Picks) -> list[str]:
        """What was picked: components, or words where there are none.

        The second card of an action alone is what the first one is (R3.5).
        """
        live = self.match.live
        names = [component_of(live, prompt, pick) or str(pick) for pick in picks]
        if prompt.kind == ACTIONS:
            names = [name if (first := name.removesuffix(SECOND)) in names else first for name in names]
        return sorted(names)


def agreement(folder: Path, name: str, *, seats: int, level: int, games: int, seed: int = 1) -> dict[str, Agreement]:
    """How a player agrees in the first games of a level with so many seats, by kind of prompt.

    Raises `UnknownPlayerError`; `Difference` for a game to which the rules do not agree.
    """
    packs = load_packs(RACE)
    player = find_player(RACE.name, name)
    components = RulesCalls(RACE, packs).components(rules_pb2.ComponentsRequest()).components
    catalogue = {component.id: component for component in components}
    total: dict[str, Agreement] = {}
    for number, game in enumerate(_games(folder, seats, level)[:games]):
        options = options_of(game, packs)
        seated = for_a_table(player, seats, _said(options))
        compared = Compared(
            Transcript(game),
            packs,
            options,
            player=for_a_game(seated, name, Random(f"{seed}/{number}")),
            catalogue=catalogue,
        )
        compared.run()
        for kind, found in compared.found.items():
            counted = total.setdefault(kind, Agreement())
            counted.asked += found.asked
            counted.alike += found.alike
    return total


def _games(folder: Path, seats: int, level: int) -> list[dict[str, Any]]:
    """The games of trained players."""
    return [
        game
        for game in read(folder, f"level{level}*")
        if (game["players"], game["options"]["choosers"]) == (seats, TRAINED)
    ]


def _said(options: RaceOptions) -> dict[str, str]:
    return dict(write_options(options))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 where nothing was asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.agreement", description=__doc__)
    parser.add_argument("--player", default="heuristic", help="a bot by name, or a plug-in by path.py:Factory")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--level", type=int, default=0, help="which sets are in play: 0 the base game ... 5")
    parser.add_argument("--games", type=int, default=1000, help="at most")
    parser.add_argument("--folder", type=Path, default=HERE)
    given = parser.parse_args(arguments)
    try:
        found = agreement(given.folder, given.player, seats=given.seats, level=given.level, games=given.games)
    except UnknownPlayerError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return 2
    width = max(map(len, found), default=0) + 2
    print(f"{given.player:<{width}}{'asked':>7}{'alike':>7}")  # noqa: T201 - a command
    for kind, each in sorted(found.items(), key=lambda item: -item[1].asked):
        print(f"{kind:<{width}}{each}")  # noqa: T201 - a command
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
