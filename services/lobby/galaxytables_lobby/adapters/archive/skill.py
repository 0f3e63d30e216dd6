"""How games change what is believed of their players' skill: OpenSkill's Plackett-Luce model, in pure functions.

A skill is a normal distribution. A game is a ranking of its seats; ties are ties. A bot is one player under its name at
every table; where it sits on several seats of one game, each seat is judged from what the bot was worth before, and
the bot comes out with the mean of what its seats came to. The order of the seats does not matter beyond that.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from openskill.models import PlackettLuce

from galaxytables_lobby.domain.archived import Skill

_MODEL = PlackettLuce()

Player = TypeVar("Player", bound=Hashable)


NEWCOMER = Skill(_MODEL.mu, _MODEL.sigma)


def rate(ranking: Sequence[tuple[Player, int]], known: Mapping[Player, Skill]) -> dict[Player, Skill]:
    """Skills after a game of at least two seats.

    `ranking` is player and rank by seat; players that are not `known` are newcomers.
    """
    before = [known.get(player, NEWCOMER) for player, _ in ranking]
    teams = [[_MODEL.create_rating([skill.mean, skill.deviation])] for skill in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for _, rank in ranking])
    by_player: dict[Player, list[Skill]] = {}
    for (player, _), (rating,) in zip(ranking, rated, strict=True):
        by_player.setdefault(player, []).append(Skill(rating.mu, rating.sigma))
    return {
        player: Skill(
            sum(skill.mean for skill in skills) / len(skills), sum(skill.deviation for skill in skills) / len(skills)
        )
        for player, skills in by_player.items()
    }
