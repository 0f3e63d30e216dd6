"""What games are called."""

from collections.abc import Iterable

from galaxytables.lobby.v1 import tables_pb2


def titles_of(offers: Iterable[tables_pb2.GameOffer]) -> dict[str, str]:
    """Return the title of each game that a lobby offers, by the game's id."""
    games = [offer.description for offer in offers]
    return {game.game: game.title or game.game for game in games}
