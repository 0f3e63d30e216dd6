"""A season of rated games in memory: honest players, and those who want a place that they do not earn.

Games are decided by chance and the players' true strengths. What they make of ratings is decided by the lobby's own
functions (`domain/ratings.py`), as in the archive. Who plays whom does not depend on ratings, so honest people play the
same games whether or not somebody attacks.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from galaxytables_lobby.domain.archived import Who
from galaxytables_lobby.domain.ratings import (
    PAIR_DAYS,
    Standing,
    after_game,
    aged,
    is_provisional,
    is_repeated,
)

DAYS = 90
# True strengths of honest people, and how much of one game is chance: in points of the mean.
_MEAN, _SPREAD, _CHANCE = 25.0, 5.0, 25.0 / 6
# How many games are between people of like strength.
_PAIRED = 0.5
# An attacker is as strong as most people are.
_ORDINARY = 25.0
_WEAK_BOT = Who(True, "random")
_STRENGTH_OF_BOT = 10.0

Strengths = Mapping[Who, float]


@dataclass(frozen=True)
class Game:
    """A game on a day: its players, the best first."""

    day: int
    players: tuple[Who, ...]


@dataclass
class Ladder:
    """The ratings of one pool, and the games that have counted."""

    standings: dict[Who, Standing] = field(default_factory=dict)
    _met: dict[Who, set[Who]] = field(default_factory=lambda: defaultdict(set))
    _recent: dict[Who, list[Game]] = field(default_factory=lambda: defaultdict(list))

    def play(self, game: Game) -> bool:
        """Rate a game. Returns False if it does not count."""
        earlier: dict[int, Game] = {}
        for who in game.players:
            recent = [each for each in self._recent[who] if each.day > game.day - PAIR_DAYS]
            self._recent[who] = recent
            earlier |= {id(each): each for each in recent}
        if is_repeated(game.players, [each.players for each in earlier.values()]):
            return False
        known = {who: self.standings[who] for who in game.players if who in self.standings}
        ranking = [(who, rank) for rank, who in enumerate(game.players, 1)]
        self.standings |= after_game(ranking, known, self._met, game.day)
        people = {who for who in game.players if not who.bot}
        for who in game.players:
            self._recent[who].append(game)
            self._met[who] |= people - {who}
        return True

    def board(self, day: int) -> list[Who]:
        """Return the people of the leaderboard of a day, best first."""

        def place(who: Who) -> tuple[bool, float, str]:
            standing = self.standings[who]
            skill = aged(standing.skill, standing.day, day)
            provisional = is_provisional(
                bot=False, games=standing.games, opponents=standing.opponents, deviation=skill.deviation
            )
            return provisional, -skill.value, who.id

        return sorted((who for who in self.standings if not who.bot), key=place)


@dataclass
class Season:
    """Honest people with their strengths and games, and the attackers' games beside them."""

    honest: dict[Who, float]
    games: list[Game]
    attackers: set[Who] = field(default_factory=set)
    attacks: list[Game] = field(default_factory=list)

    def ladder(self, *, attacked: bool) -> Ladder:
        """Return the ladder after all games, with those of attackers or without them."""
        ladder = Ladder()
        for game in sorted(chain(self.games, self.attacks if attacked else ()), key=lambda each: each.day):
            ladder.play(game)
        return ladder

    def board(self, *, attacked: bool) -> list[Who]:
        """Return the people of the leaderboard on the season's last day."""
        return self.ladder(attacked=attacked).board(DAYS - 1)


def season(people: int, attacks: Iterable["Attack"], *, games_each: int = 60, seed: int = 1) -> Season:
    """Return a season of so many honest people, with these attacks."""
    random = Random(seed)
    honest = {Who(False, f"honest {number:04}"): random.gauss(_MEAN, _SPREAD) for number in range(people)}
    made = Season(honest, list(_honest_games(honest, people * games_each // 2, random)))
    for attack in attacks:
        attackers, games = attack(Random(f"{seed} {attack.__name__}"), honest)
        made.attackers |= attackers
        made.attacks += games
    return made


def _honest_games(honest: Strengths, games: int, random: Random) -> Iterator[Game]:
    """Yield games between people of like strength, as pairing has them meet."""
    ordered = sorted(honest, key=lambda who: honest[who])
    for number in range(games):
        place = random.randrange(len(ordered))
        near = range(max(place - len(ordered) // 8, 0), min(place + len(ordered) // 8, len(ordered)))
        other = random.choice(near if random.random() < _PAIRED else range(len(ordered)))
        if other != place:
            yield Game(number * DAYS // games, decided((ordered[place], ordered[other]), honest, random))


def decided(players: Sequence[Who], strengths: Strengths, random: Random) -> tuple[Who, ...]:
    """Return players in the order in which a game between them ends."""
    played = {who: random.gauss(strengths.get(who, _ORDINARY), _CHANCE) for who in players}
    return tuple(sorted(players, key=lambda who: -played[who]))


Attack = Callable[[Random, Strengths], tuple[set[Who], list[Game]]]


def own_guests(random: Random, honest: Strengths) -> tuple[set[Who], list[Game]]:
    """Let two guests of one's own lose to the account, many times a day; it plays with others now and then."""
    account, guests = Who(False, "feeder"), [Who(False, f"guest {number}") for number in range(2)]
    games = [Game(day, (account, guest)) for day in range(DAYS) for guest in guests for _ in range(4)]
    return {account, *guests}, [*games, *_with_honest([account], honest, random, every=2)]


def ring_of_five(random: Random, honest: Strengths) -> tuple[set[Who], list[Game]]:
    """Let five accounts agree who wins: four of them lose to the first one, who plays with others now and then."""
    first, *others = accounts = [Who(False, f"ring {number}") for number in range(5)]
    games = [Game(day, (first, other)) for day in range(DAYS) for other in others for _ in range(2)]
    games += [Game(day, tuple(random.sample(others, 2))) for day in range(DAYS)]
    return set(accounts), [*games, *_with_honest(accounts, honest, random, every=3)]


def abandoners(random: Random, honest: Strengths) -> tuple[set[Who], list[Game]]:
    """Let people leave half of the games that they would lose before these count."""
    accounts = [Who(False, f"abandoner {number}") for number in range(8)]
    games = _with_honest(accounts, honest, random, every=1)
    return set(accounts), [game for game in games if game.players[0] in accounts or random.random() < 0.5]


def mill_of_bots(random: Random, honest: Strengths) -> tuple[set[Who], list[Game]]:
    """Let accounts beat a weak bot all day long; they play with others now and then."""
    accounts = [Who(False, f"miller {number}") for number in range(4)]
    strengths = {_WEAK_BOT: _STRENGTH_OF_BOT}
    games = [
        Game(day, decided((account, _WEAK_BOT), strengths, random))
        for day in range(DAYS)
        for account in accounts
        for _ in range(10)
    ]
    return set(accounts), [*games, *_with_honest(accounts, honest, random, every=2)]


def mill_of_accounts(random: Random, honest: Strengths) -> tuple[set[Who], list[Game]]:
    """Let programs play for twenty accounts: among each other, and to lose to one more account."""
    first, *others = accounts = [Who(False, f"sybil {number:02}") for number in range(21)]
    games = [Game(day, (first, other)) for day in range(DAYS) for other in others if random.random() < 0.4]
    games += [Game(day, tuple(random.sample(others, 2))) for day in range(DAYS) for _ in range(10)]
    return set(accounts), [*games, *_with_honest([first], honest, random, every=2)]


def sandbaggers(random: Random, honest: Strengths) -> tuple[set[Who], list[Game]]:
    """Let people lose on purpose for half of the season, and then play seriously against the weak."""
    accounts = [Who(False, f"sandbagger {number}") for number in range(6)]
    weak = {who: strength for who, strength in honest.items() if strength < _MEAN - _SPREAD / 2}
    lost = _with_honest(accounts, honest, random, every=1, days=range(DAYS // 2))
    games = [Game(game.day, tuple(sorted(game.players, key=lambda who: who in accounts))) for game in lost]
    return set(accounts), [*games, *_with_honest(accounts, weak, random, every=1, days=range(DAYS // 2, DAYS))]


ATTACKS: Sequence[Attack] = (own_guests, ring_of_five, abandoners, mill_of_bots, mill_of_accounts, sandbaggers)


def _with_honest(
    accounts: Sequence[Who], honest: Strengths, random: Random, *, every: int, days: Iterable[int] = range(DAYS)
) -> list[Game]:
    """Return games that accounts play seriously with honest people, one each `every` days."""
    people = list(honest)
    return [
        Game(day, decided((account, random.choice(people)), honest, random))
        for day in days
        if day % every == 0
        for account in accounts
    ]
