"""The gateway's bench plays through gateways of its own, and reads what they took."""

import pytest

from bench.gateway import choices_through, memory_of


@pytest.mark.e2e
async def test_choices_are_told_to_all_who_watch_and_every_gateway_has_its_share():
    spent = await choices_through(2, tables=4, choices=200)
    assert len(spent) == 2
    assert min(spent) > 0


@pytest.mark.e2e
async def test_open_streams_are_counted_in_memory():
    empty, full = await memory_of(100)
    assert 0 < empty < full
