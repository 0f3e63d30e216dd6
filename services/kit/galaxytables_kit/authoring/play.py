"""The command `python -m <game> play`: a game against bots in this terminal, without a platform."""

import secrets
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from random import Random

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.words import Words, message_id
from galaxytables_kit.authoring.drawing import Drawing
from galaxytables_kit.authoring.table import SEED_BYTES, Bot, Table, picks_at_random, picks_the_default
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import RulesError
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.wording import ENGLISH, languages

_BOTS: Mapping[str, Bot] = {"random": picks_at_random, "default": picks_the_default}
_OWN_SEAT = 0
_HELP = (
    "numbers  answer with these options, as in `2` or `1 3`",
    "Enter    answer as the clock would: what has a star",
    "view     show the table again",
    "undo     take the last answer back",
    "quit     leave",
)


class Sitting:
    """One person's game in the terminal: prints what happens, shows questions, and reads answers."""

    def __init__(self, table: Table, words: Words, ask: Callable[[str], str], say: Callable[[str], object]) -> None:
        """`ask` asks for a line and may raise `EOFError`; `say` shows one."""
        self._table, self._words = table, words
        self._ask, self._say = ask, say
        self._drawing = Drawing(words, name_of)

    def play(self) -> bool:
        """Play to the end of the game. Returns False if the person leaves before it."""
        while True:
            self._table.play_bots()
            self._show_news()
            question = self._table.question
            if question is None:
                self._show_result()
                return True
            self._show_table()
            self._show_question(question)
            if not self._answered(question):
                return False

    def _answered(self, question: game_pb2.Prompt) -> bool:
        """Read lines until one is an answer, or takes one back; return False if the person leaves."""
        while True:
            try:
                line = self._ask("> ").strip()
            except EOFError:
                return False
            match line:
                case "quit" | "q":
                    return False
                case "?":
                    for each in _HELP:
                        self._say(f"  {each}")
                case "view":
                    self._show_table()
                case _:
                    if self._does(line, question):
                        return True

    def _does(self, line: str, question: game_pb2.Prompt) -> bool:
        """Answer or take back; say what is wrong with it and return False if that is refused."""
        try:
            if line == "undo":
                self._table.undo()
            else:
                self._table.answer(question, _picks(line, question))
        except RulesError as error:
            self._say(f"  {self._words.error(error.reason, error.metadata) or error}")
        except ValueError:
            self._say(f"  {line!r} is no answer: type numbers from 1 to {len(question.options)}, or `?`.")
        else:
            return True
        return False

    def _show_news(self) -> None:
        for event in self._table.news():
            self._say(self._words.event(event, _OWN_SEAT))

    def _show_table(self) -> None:
        self._say("")
        for line in self._drawing.lines(self._table.view):
            self._say(f"  {line}")
        self._say("")

    def _show_question(self, question: game_pb2.Prompt) -> None:
        least, most = question.least, question.most
        bounds = "" if least == most == 1 else f" ({least} to {most})" if least != most else f" ({least})"
        self._say(f"{self._words.prompt(question)}{bounds}")
        rule = self._words.rule(question)
        if rule:
            self._say(f"  {rule}")
        default = set(question.default_picks)
        width = len(str(len(question.options)))
        for number, option in enumerate(question.options, 1):
            mark = "*" if option.id in default else " "
            self._say(f"{mark} {number:>{width}}  {self._words.option(question, option)}")

    def _show_result(self) -> None:
        self._show_table()
        for score in sorted(self._table.standing.scores, key=lambda score: score.rank):
            parts = ", ".join(
                f"{self._words.message(message_id('score', part.source), {}) or part.source} {part.points}"
                for part in score.parts
            )
            self._say(f"{score.rank}. {name_of(score.seat)}: {score.total} ({parts})")


def name_of(seat: int) -> str:
    """Return the name by which this terminal calls the player at a seat."""
    return f"Player {seat + 1}"


def play_command(game: AnyGame, arguments: list[str], program: str) -> int:
    """Play a game with the options of the command line. Returns the exit code."""
    parser = ArgumentParser(
        prog=program, description=f"{game.title} in this terminal. You are {name_of(_OWN_SEAT)}; bots are the others."
    )
    seats = range(game.min_seats, game.max_seats + 1)
    parser.add_argument("--seats", type=int, choices=seats, default=seats[0], help="how many play")
    parser.add_argument("--bots", choices=_BOTS, default="random", help="how they choose")
    parser.add_argument("--seed", type=_seed, help="play the same cards again; if left out drawn")
    parser.add_argument("--language", choices=languages(game), default=ENGLISH)
    parser.add_argument(
        "--option",
        action="append",
        type=_option,
        default=[],
        metavar="NAME=VALUE",
        help="of the table; may be repeated",
    )
    given = parser.parse_args(arguments)
    seed = secrets.randbits(32) if given.seed is None else given.seed
    calls = RulesCalls(game, load_packs(game))
    request = rules_pb2.NewGameRequest(
        seats=given.seats, options=dict(given.option), seed=seed.to_bytes(SEED_BYTES, "big")
    )
    try:
        table = Table(calls, request, viewer=_OWN_SEAT, bot=_BOTS[given.bots], random=Random(seed))
    except RulesError as error:
        parser.error(str(error))
    words = words_of(calls, given.language)
    print(f"{game.title}, {given.seats} players, seed {seed}. `?` says what you can type.")  # noqa: T201 - a terminal
    try:
        Sitting(table, words, input, print).play()
    except KeyboardInterrupt:
        print()  # noqa: T201 - after the ^C
    return 0


def words_of(calls: RulesCalls, language: str) -> Words:
    """Return the words of a game in a language; words that it lacks are in English."""
    preferred = dict.fromkeys((language, ENGLISH))
    said = [calls.words(rules_pb2.WordsRequest(language=each)) for each in reversed(preferred)]
    return Words.of(language, said, name_of)


def _picks(line: str, question: game_pb2.Prompt) -> list[str]:
    """Return the options that a line names by their numbers. Raises `ValueError`."""
    if not line:
        return list(question.default_picks)
    numbers = [int(word) for word in line.replace(",", " ").split()]
    if not all(1 <= number <= len(question.options) for number in numbers):
        raise ValueError(line)
    return [question.options[number - 1].id for number in numbers]


def _seed(text: str) -> int:
    seed = int(text)
    if not 0 <= seed < 2 ** (8 * SEED_BYTES):
        raise ArgumentTypeError(f"{text} is no seed")
    return seed


def _option(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value
