"""`galaxytables bench`: its result as a line."""

from galaxytables_platform.bench import line


def test_the_result_is_a_rate_and_two_waits():
    waits = [0.001 * number for number in range(101, 0, -1)]
    said = "10 choices a second; an answer takes 51.0 ms, 1 of 100 100.0 ms"
    assert line("jump", 20, waits, 10.0) == f"jump, 20 tables: {said}"
    assert line("jump", 20, [], 10.0) == "jump, 20 tables: no choice was answered within 10 s"
