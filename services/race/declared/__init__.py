"""Every kind of question, event and reason of Race, with the facts that it has."""

from services.race.declared.events import EVENTS
from services.race.declared.prompts import PROMPTS
from services.race.declared.reasons import REASONS

__all__ = ["EVENTS", "PROMPTS", "REASONS"]
