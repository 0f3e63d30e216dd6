# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # What an archive tells
#
# Records of finished games are files of bytes: `galaxytables demo` with `SAVE=<folder>` keeps those that bots play.
# This notebook reads all of a folder and its subfolders, which `RECORDS` names. Without it, these are the games that
# our tests replay. In those of Race, a bot has seat 0 and all others play at random.

# %%
import os
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import mean

from google.protobuf.message import DecodeError

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.environment.records import choices_of
from galaxytables_kit.installed import installed_names

TESTS = Path.cwd() / "tests"
FOLDER = Path(os.environ.get("RECORDS", TESTS))

records: list[game_pb2.Record] = []
for path in sorted(FOLDER.rglob("*.binpb")):
    record = game_pb2.Record()
    try:
        record.ParseFromString(path.read_bytes())
    except DecodeError:
        continue  # some other file
    if record.scores and record.game in installed_names():
        records.append(record)
print(f"{len(records)} finished games in {FOLDER.name}")

# %% [markdown]
# ## Who wins, and by what
#
# Scores are listed by source. The share of each source says what a game is decided by.

# %%
of_games: dict[str, list[game_pb2.Record]] = defaultdict(list)
for record in records:
    of_games[record.game].append(record)
for game, played in of_games.items():
    first = mean(record.scores[0].rank == 1 for record in played)
    gaps = []
    for record in played:
        totals = sorted((score.total for score in record.scores), reverse=True)
        gaps.append(mean(more - less for more, less in pairwise(totals)))
    print(f"{game}: {len(played)} games, seat 0 wins {first:.0%}, {mean(gaps):.1f} points between neighbours")
    sources: Counter[str] = Counter()
    for record in played:
        for score in record.scores:
            sources.update({part.source: part.points for part in score.parts})
    points = sum(sources.values()) or 1
    print("   " + ", ".join(f"{source} {share / points:.0%}" for source, share in sources.most_common(4)))

# %% [markdown]
# ## What is asked
#
# A record holds options, seed and choices, so a game can be played again: `choices_of` yields the moment before each
# choice. How many options did the players have, and how often was it the first one that they took?

# %%
GAMES = int(os.environ.get("GAMES", "40"))
widths: dict[str, list[int]] = defaultdict(list)
firsts: dict[str, list[bool]] = defaultdict(list)
for record in records[:: max(1, len(records) // GAMES)]:
    for environment, picks in choices_of(record):
        if environment.seat is None:
            break
        prompt = environment.prompts[environment.seat]
        kind = f"{record.game} {prompt.kind}"
        widths[kind].append(len(prompt.options))
        firsts[kind].append(picks == prompt.options[: len(picks)])
for kind in sorted(widths, key=lambda each: len(widths[each]), reverse=True)[:12]:
    print(f"{kind}: {len(widths[kind])} times, {mean(widths[kind]):.1f} options, the first {mean(firsts[kind]):.0%}")

# %% [markdown]
# ## Data for learning
#
# The same moments are pairs of observation and choice, for a policy that imitates the players.

# %%
pairs = [
    (environment.observe(), picks) for environment, picks in choices_of(records[0]) if environment.seat is not None
]
print(f"{len(pairs)} pairs from one game, {len(pairs[0][0]['table'])} figures of the table each")
