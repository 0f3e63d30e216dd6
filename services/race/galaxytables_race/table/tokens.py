"""Artifact tokens that seats have found: the options for them, and their uses (R20.31-R20.40)."""

from galaxytables_kit import Pick
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.orb import Artifact, TokenNumber
from galaxytables_race.state import Empire

_PREFIX = "artifact:"


def token_pick(token: TokenNumber) -> str:
    """Return the option that stands for a token."""
    return f"{_PREFIX}{token}"


def token_of(pick: Pick) -> TokenNumber | None:
    """Return the token that an option stands for; None if it stands for something else."""
    if isinstance(pick, str) and pick.startswith(_PREFIX):
        return TokenNumber(int(pick.removeprefix(_PREFIX).partition(":")[0]))
    return None


def artifact_of(pack: Pack, token: TokenNumber) -> Artifact:
    """Return the artifact that a token shows."""
    return pack.orb.tokens[token]


def alien_goods(pack: Pack, empire: Empire) -> list[TokenNumber]:
    """Return the unused tokens of an empire that can serve as Alien goods (R20.33)."""
    return [token for token in empire.artifacts if artifact_of(pack, token).has("alien_good")]


def development_discounts(pack: Pack, empire: Empire) -> dict[TokenNumber, int]:
    """Return the discount that each unused token of an empire gives on developments (R20.34)."""
    amounts = {token: artifact_of(pack, token).amount("development_discount") for token in empire.artifacts}
    return {token: amount for token, amount in amounts.items() if amount}


def artifact_points(pack: Pack, empire: Empire, stations: int) -> int:
    """Return the points of all tokens of an empire (R20.39, R20.40).

    `stations` is the number of feeding stations visible on the orb, which give points to some tokens.
    """
    tokens = (artifact_of(pack, token) for token in (*empire.artifacts, *empire.spent_artifacts))
    return sum(each.vp + each.vp_per_station * stations for each in tokens)
