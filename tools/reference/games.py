"""Finds the games of this repository that say what they tell."""

from functools import cache
from importlib import import_module
from pathlib import Path

from galaxytables_kit.game import AnyGame, Game

_SERVICES = Path(__file__).parents[2] / "services"


@cache
def games() -> tuple[AnyGame, ...]:
    """Return every game in `services`, sorted by name."""
    modules = [
        import_module(f"{rules.parent.name}.rules") for rules in sorted(_SERVICES.glob("*/galaxytables_*/rules.py"))
    ]
    values = [value for module in modules for value in vars(module).values()]
    return tuple(value for value in values if isinstance(value, Game) and value.prompts)
