"""The table beside others says what was measured; the Race-shaped game is one that can be played."""

import json
import re
import subprocess
from dataclasses import replace

import pytest

from bench.peer.install import FOLDER, NODE
from bench.peer.loads import Load, remarks, row_of, table_of, with_ratios
from bench.peer.sides import all_sides

SIDES = {side.name: side for side in all_sides("race", 1)}
LOAD = Load(
    choices_per_second=900.0,
    p50_ms=10.0,
    p99_ms=20.0,
    servers_us=500.0,
    players_us=100.0,
    players_busy=0.2,
    refused=0,
    table_kb=30.0,
)
AGAIN = replace(LOAD, choices_per_second=1100.0, p50_ms=12.0, servers_us=450.0, players_busy=0.3, table_kb=None)


def test_a_row_tells_the_mean_rate_its_spread_and_the_least_cost():
    row = row_of(SIDES["ours"], 200, [LOAD, AGAIN])
    assert (row.choices_per_second, row.spread, row.p50_ms) == (1000.0, 0.2, 11.0)
    assert (row.servers_us, row.players_busy, row.table_kb) == (450.0, 0.3, 30.0)


def test_ratios_are_our_rate_over_the_others():
    ours, other = row_of(SIDES["ours"], 200, [LOAD]), row_of(SIDES["c"], 200, [replace(LOAD, choices_per_second=600.0)])
    assert [row.ratio for row in with_ratios([ours, other])] == [1.0, 1.5]
    assert [row.ratio for row in with_ratios([other])] == [None]


def test_the_table_names_every_side():
    rows = with_ratios([row_of(side, 200, [LOAD, AGAIN]) for side in SIDES.values()])
    head, *lines = table_of(rows).splitlines()
    assert head.split()[-1] == "ratio"
    assert [line.split()[1] for line in lines] == list(SIDES)
    assert all(line.endswith("1.00") for line in lines)


def test_busy_players_and_refusals_are_said():
    row = row_of(SIDES["a"], 200, [replace(LOAD, players_busy=0.95, refused=3)])
    assert [remark.split(": ")[1][:11] for remark in remarks([row])] == ["the players", "3 choices w"]
    assert remarks([row_of(SIDES["a"], 200, [LOAD])]) == []


def test_peers_are_pinned_without_download_addresses():
    package = json.loads((FOLDER / "package.json").read_text())
    lock = (FOLDER / "package-lock.json").read_text()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["dependencies"].values())
    assert json.loads(lock)["packages"][""]["dependencies"] == package["dependencies"]
    assert '"resolved"' not in lock


SCENE = """
import { anyPicks, raceShaped } from './race_shaped.js';

const game = raceShaped(process.argv[1]);
const random = { Shuffle: (cards) => cards.toSorted(() => Math.random() - 0.5) };
const G = game.setup({ random });
const idOf = (card) => card.id ?? card;
let [kinds, events, refused] = [new Set(), 0, 0];
for (let choice = 0; choice < 600; choice += 1) {
  const held = G.empires.flatMap(({ hand, tableau, seen }) => [...hand, ...tableau, ...seen]);
  const cards = [...G.deck, ...G.discards, ...held];
  if (new Set(cards.map(idOf)).size !== 114 || cards.length !== 114) throw new Error(`cards after ${choice} choices`);
  const { seat, kind } = G.prompt;
  kinds.add(kind);
  const [asked, other] = [seat, 1 - seat].map((each) => game.playerView({ G, playerID: String(each) }));
  if (asked.prompt !== G.prompt || other.prompt !== null) throw new Error('a prompt is shown to whom it asks');
  if (Array.isArray(other.deck) || typeof other.empires[seat].hand !== 'number') throw new Error('secrets');
  const ctx = { currentPlayer: String(seat) };
  refused += game.moves.choose({ G, ctx, random }, ['no such']) === 'INVALID_MOVE';
  if (game.moves.choose({ G, ctx, random }, anyPicks(G.prompt)) !== undefined) throw new Error('a legal answer');
  events += G.events.length;
}
console.log(JSON.stringify({ kinds: [...kinds], told: events === G.told, refused }));
"""


@pytest.mark.parametrize("cards", ["ids", "objects"])
def test_the_race_shaped_game_loses_no_card_and_tells_no_secret(cards):
    command = [NODE, "--input-type=module", "-e", SCENE, cards]
    played = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert played.stderr == ""
    found = json.loads(played.stdout)
    assert found == {"kinds": ["explore", "develop", "settle", "consume", "produce"], "told": True, "refused": 600}
