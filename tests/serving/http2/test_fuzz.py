"""A short part of `make fuzz`."""

from tests.serving.http2.fuzz import fuzz


async def test_frames_of_all_sorts_break_nothing() -> None:
    found = await fuzz(20_000, seed=1)
    assert found.frames >= 20_000
    assert found.calls > 1_000
    assert found.connections > 20
    # Some broke no rule and went on to their end.
    assert sum(found.ends.values()) < found.connections
    # Of what can be done wrong, most was.
    assert {"PROTOCOL_ERROR", "FRAME_SIZE_ERROR", "FLOW_CONTROL_ERROR"} & found.ends.keys()
    assert found.grown_bytes < 64 * 2**20
