"""What is bound to a connection refuses to become two."""

import copy
import pickle

import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import Guest, Homes, Lobby, Rules


def held(lobby):
    stream = lobby.play_stream()
    return [
        lobby,
        lobby.play,
        lobby.tables,
        lobby.archive,
        lobby.bots,
        lobby.players,
        lobby.play.seat("t"),
        stream,
        stream.watch(play_pb2.WatchTableRequest(table_id="t"), print),
        Homes.beside("127.0.0.1:1"),
        Rules("127.0.0.1:1"),
    ]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
async def test_what_holds_a_connection_or_a_task_says_that_it_cannot_be_copied(copied):
    async with Lobby("127.0.0.1:1", Guest("Ada")) as lobby:
        for each in held(lobby):
            with pytest.raises(TypeError, match=f"a {type(each).__name__} is bound to a connection"):
                copied(each)
