"""The declarations of Race: every kind of prompt, event and reason, with its facts."""

from galaxytables_race.declared.events import EVENTS
from galaxytables_race.declared.prompts import PROMPTS
from galaxytables_race.declared.reasons import REASONS

__all__ = ["EVENTS", "PROMPTS", "REASONS"]
