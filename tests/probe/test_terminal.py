"""The terminal on real games: every option marked where it lies, and nothing English in Japanese."""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from rich.cells import cell_len

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client import PlayerId
from galaxytables_client.words import Words
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.pack import load_packs
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.drawing import gallery
from galaxytables_terminal.drawing.scene import Look
from galaxytables_terminal.marks import Marks, places_of
from galaxytables_terminal.page import lay_out
from galaxytables_terminal.people import People
from galaxytables_terminal.question_panel import QuestionPanel
from galaxytables_terminal.screens.table import TableScreen
from galaxytables_terminal.widgets import SpotPage
from galaxytables_terminal.wording import wording
from tests.probe.rules_lobby import RulesLobby
from tests.probe.test_probe import SETUPS
from tests.terminal.driving import Player, playing

MARK = re.compile(r"<([0-9][^>]*)>|«([^»]*)»")
# In columns, the widest last.
WIDTHS = (36, 76, 120)
LETTERS = re.compile(r"[A-Za-z]{2,}")
# Icons of Jump Drive, and what stands in the cells of an orb.
ICONS = re.compile(r"[MECR]+|[fH=]+")
# Letters that Japanese has too, each with the reason.
AS_THEY_ARE = {
    *("VP", "REBEL", "II", "III", "IIII", "IV"),  # what rulebooks write so
    *("SOL", "DEEP", "ach"),  # ids printed on the boards
    *("enter", "space", "esc", "tab"),  # what stands on the keys
    *("Ann", "random", "greedy"),  # who plays
    *("Galaxy", "Tables", "Jump", "Drive"),  # names of games
    *("make", "play", "TABLE"),  # a command
}


def numbers_in(text: str) -> set[int]:
    """The numbers of options that stand in a line, those that a mark leaves out aside."""
    told: set[int] = set()
    for found in MARK.findall(text):
        for run in "".join(found).split(","):
            first, _, last = run.partition("-")
            if first.isdecimal():
                told.update(range(int(first), int(last or first) + 1))
    return told


class Table:
    """A random game with its drawings, as its seats see it."""

    def __init__(self, name: str, seats: int, options: Any, seed: int, language: str) -> None:
        game, _ = SETUPS[name]
        self.calls = RulesCalls(game, load_packs(game))
        said = self.calls.words(rules_pb2.WordsRequest(language=language))
        self.words = words = Words(language, [said.messages], said.names)
        components = self.calls.components(rules_pb2.ComponentsRequest()).components
        for component in components:
            component.name = words.name(component.id)
            component.lines[:] = words.lines(component)
        self.catalogue = Catalogue(components)
        self.names = {component.name for component in components}
        everybody = [
            tables_pb2.Seat(number=seat, player=players_pb2.Player(id=f"p{seat}", name=f"名{seat}"))
            for seat in range(seats)
        ]
        self.people = People(everybody, PlayerId("p0"), wording(language))
        self.random = Random(seed)
        request = rules_pb2.NewGameRequest(seats=seats, options=options, seed=seed.to_bytes(32, "big"))
        self.standing = self.calls.new_game(request).standing

    def look(self, prompt: game_pb2.Prompt, width: int) -> Look:
        return Look(self.catalogue, self.people, prompt.seat, width, Marks(prompt.options), self.words)

    def view(self, seat: int) -> AnyMessage:
        request = rules_pb2.ViewRequest(viewers=[rules_pb2.Viewer(seat=seat)])
        request.position.digest = self.standing.position_digest
        view: AnyMessage = self.calls.view(request).views[0].view
        return view

    def answer(self, prompt: game_pb2.Prompt) -> None:
        ids = [option.id for option in prompt.options]
        for picks in (self.random.sample(ids, self.random.randint(prompt.least, prompt.most)), prompt.default_picks):
            request = rules_pb2.ApplyRequest(choice=game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks))
            request.position.digest = self.standing.position_digest
            try:
                self.standing = self.calls.apply(request).standing
            except ChoiceRefused:
                continue
            return


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
def test_every_option_that_lies_on_the_table_is_marked_there(name: str) -> None:
    missing: Counter[str] = Counter()
    for seed, (seats, options) in enumerate(SETUPS[name][1]):
        table = Table(name, seats, options, seed, "en")
        asked: Counter[str] = Counter()
        while not table.standing.over:
            prompt = table.random.choice(list(table.standing.prompts))
            asked[prompt.kind] += 1
            if asked[prompt.kind] <= 3:
                missing.update(f"{name} {kind}" for kind in unmarked(table, prompt))
            table.answer(prompt)
    assert not missing


def unmarked(table: Table, prompt: game_pb2.Prompt) -> list[str]:
    """The kind of the prompt, once for each option that stands for a piece or place and is marked nowhere it should."""
    look = table.look(prompt, 200)
    picture = gallery.picture(table.view(prompt.seat), look)
    page = lay_out(picture.areas, 200)
    for place in page.places:
        if place.spot.mark:
            line = page.lines[place.line].plain
            assert place.spot.mark in line[place.column :], f"{prompt.kind}: {place.spot.mark} is not before {line}"
            spot_numbers = numbers_in(place.spot.mark)
            stood_for = {
                number
                for number, option in enumerate(prompt.options, start=1)
                if set(places_of(option)) & set(place.spot.ids)
            }
            assert spot_numbers <= stood_for, f"{prompt.kind}: {line} is marked by others' options"
    shown = numbers_in("\n".join(line.plain for line in page.lines))
    return [
        prompt.kind
        for number, option in enumerate(prompt.options, start=1)
        if places_of(option) and number not in shown
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
def test_drawings_in_japanese_fit_and_say_nothing_in_english(name: str) -> None:
    for seed, (seats, options) in enumerate(SETUPS[name][1]):
        table = Table(name, seats, options, seed, "ja")
        for step in range(60):
            if table.standing.over:
                break
            prompt = table.random.choice(list(table.standing.prompts))
            if step % 4 == 0:
                view = table.view(prompt.seat)
                for width in WIDTHS:
                    picture = gallery.picture(view, table.look(prompt, width))
                    page = lay_out(picture.areas, width)
                    for line in page.lines:
                        assert cell_len(line.plain) <= width, line.plain
                # Cut names are told whole where there is room, so only there letters are read.
                told = [picture.headline, *picture.figures.values(), *(line.plain for line in page.lines)]
                assert not english_in("\n".join(told), table.names)
            table.answer(prompt)


def english_in(text: str, names: set[str]) -> set[str]:
    """Words in letters that are neither names nor written so in Japanese."""
    for name in sorted((name for name in names if LETTERS.search(name)), key=len, reverse=True):
        text = text.replace(name, " ")
    # Names that were cut.
    text = re.sub(r"[^\n]{0,60}…", " ", text)
    return {word for word in LETTERS.findall(text) if word not in AS_THEY_ARE and not ICONS.fullmatch(word)}


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
async def test_a_whole_game_is_played_in_japanese(name: str, tmp_path: Path) -> None:
    game, setups = SETUPS[name]
    seats, options = setups[-1] if name == "race" else setups[0]
    if name == "beyond":
        # At random nobody achieves much, and a hundred rounds say nothing that twenty do not.
        options = {**options, "round_limit": "20"}
    lobby = RulesLobby(game, seats, options, seed=7)
    await lobby.start()
    words = Words("ja", [], lobby.names)
    wished = ",".join(f"{option}={value}" for option, value in options.items())
    arguments = [f"GAME={game.name}", f"BOTS={seats - 1}", "LANGUAGE=ja", *([f"OPTIONS={wished}"] if wished else [])]
    names = {words.name(component) for component in lobby.names}
    try:
        async with playing(lobby, tmp_path, *arguments, size=(160, 60)) as ann:
            await ann.sees("テーブル")
            said = await played(ann, lobby, Random(7))
            assert lobby.standing.over
            await ann.sees("合計", "順位")
            for screen in said:
                assert not english_in(screen, names), screen
    finally:
        await lobby.stop()


async def played(ann: Player, lobby: RulesLobby, random: Random) -> set[str]:
    """Answer every question at random, by default where that is refused; return all that was to be read."""
    said: set[str] = set()
    tries: Counter[str] = Counter()
    while not lobby.standing.over:
        screen = ann.app.screen
        if not isinstance(screen, TableScreen) or not screen.query("#question #options"):
            await ann.pilot.pause(0.03)
            continue
        panel = screen.query_one("#question", QuestionPanel)
        prompts = [prompt for prompt in lobby.standing.prompts if prompt.seat == 0]
        if panel.prompt is None or panel.prompt.id not in {prompt.id for prompt in prompts}:
            await ann.pilot.pause(0.03)
            continue
        prompt = panel.prompt
        for page in ("#board", "#options"):
            said.add(screen.query_one(page, SpotPage).text)
        # As it was before it was wrapped.
        said.update(line.text for line in screen._known.log)
        said.add(str(screen.query_one("#prompt").render()))
        picks = [option.id for option in prompt.options]
        tries[prompt.id] += 1
        wanted = random.sample(picks, random.randint(prompt.least, prompt.most))
        panel.post_message(panel.Answered(prompt.id, prompt.default_picks if tries[prompt.id] > 1 else wanted))
        while any(each.id == prompt.id for each in lobby.standing.prompts) and not lobby.refused.is_set():
            await ann.pilot.pause(0.03)
        if lobby.refused.is_set():
            lobby.refused.clear()
            await ann.sees("受け付けられません")
            said.add(str(screen.query_one("#note").render()))
    return said
