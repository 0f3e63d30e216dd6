"""Titles of games in notices: read once, however many notices are sent at the same time."""

import asyncio

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.clock import wording
from galaxytables_lobby.clock.wording import Wording


async def test_notices_that_are_sent_at_once_share_a_title_and_a_failure_to_read_it(monkeypatch):
    reads = 0
    away = True

    class Slow:
        def __init__(self, _: object) -> None: ...

        async def words(self, game: str, _: bytes, language: str) -> rules_pb2.WordsResponse:
            nonlocal reads
            reads += 1
            await asyncio.sleep(0)
            if away:
                raise errors.game_unavailable(game)
            return rules_pb2.WordsResponse(language=language, messages=f"game = {game} in {language}")

    monkeypatch.setattr(wording, "Phrasebooks", Slow)
    words = Wording(None, "")  # type: ignore[arg-type]  # nobody asks for games
    assert set(await asyncio.gather(*[words._title("jump", "en") for _ in range(50)])) == {"jump"}
    assert reads == 1
    away = False
    for _ in range(2):
        assert set(await asyncio.gather(*[words._title("jump", "ja") for _ in range(50)])) == {"jump in ja"}
    assert set(await asyncio.gather(*[words._title("jump", "en") for _ in range(50)])) == {"jump in en"}
    assert reads == 3
