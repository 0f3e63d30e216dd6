"""Measures two checkouts in turns, in an order that favours neither, within a time limit."""

import json
import os
import subprocess
import time
from collections.abc import Sequence
from typing import TypeAlias

from bench.compare.checkouts import Checkout
from tools.workspace import python_path

Turn: TypeAlias = dict[str, tuple[float, str]]
"""What a turn measured: value and unit, by what the figure says."""
Pair: TypeAlias = tuple[Turn, Turn]
"""Two turns that followed each other: there, here."""

_LAST_WORDS = 400


class Timetable:
    """Runs turns as long as there is time. The time begins when the object is made."""

    def __init__(self, within: float) -> None:
        self._end = time.monotonic() + within

    def pairs(self, there: Checkout, here: Checkout, words: Sequence[str], *, rounds: int) -> list[Pair]:
        """Run turns in the order there, here, here, there, and so on. Returns the pairs for which there was time."""
        pairs: list[Pair] = []
        for _ in range(rounds):
            for first, second in ((there, here), (here, there)):
                try:
                    turns = {first.name: self._turn(first, words), second.name: self._turn(second, words)}
                except subprocess.TimeoutExpired:
                    return pairs
                pairs.append((turns[there.name], turns[here.name]))
        return pairs

    def _turn(self, checkout: Checkout, words: Sequence[str]) -> Turn:
        """Measure a checkout. Raises `TimeoutExpired`; `SystemExit` where it cannot be measured."""
        command = [str(checkout.python), "-m", "bench.turn", *words]
        left = max(0.0, self._end - time.monotonic())
        # Ours are installed; those of the checkout are found before them.
        found = {**os.environ, "PYTHONPATH": python_path(checkout.folder)}
        answer = subprocess.run(
            command, cwd=checkout.folder, env=found, capture_output=True, text=True, timeout=left, check=False
        )
        if answer.returncode == 0:
            return {what: (value, unit) for what, (value, unit) in json.loads(answer.stdout.splitlines()[-1]).items()}
        if checkout.measured_by_ours and checkout.name != "this tree":
            checkout.measure_by_its_own()
            return self._turn(checkout, words)
        raise SystemExit(f"{checkout.name} cannot be measured: {answer.stderr.strip()[-_LAST_WORDS:]}")
