"""The bench of borrowed parts measures each Redis client on the same script."""

import pytest

from bench.borrowed import CLIENTS, command_cost


@pytest.mark.parametrize("client", CLIENTS)
async def test_a_client_sends_its_commands_and_is_measured(client: str) -> None:
    own, _ = await command_cost(client, 2, 20)
    assert own > 0
