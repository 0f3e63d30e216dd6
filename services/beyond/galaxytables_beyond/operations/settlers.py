"""The rule for the ships that go back to the supply when a system is colonised (R14.3)."""

from msgspec import Struct

from galaxytables_kit import ChoiceRefused, Picks


class Settlers(Struct, frozen=True):
    """The rule of the prompt that asks which ships go back to the supply to colonise a system.

    Together the ships must have the strength `needed`. With `only_needed`, no ship may be superfluous: without the
    weakest one, the strength must no longer be enough.
    """

    ships: dict[str, int]
    needed: int
    only_needed: bool

    def __call__(self, picks: Picks) -> None:
        """Raise `ChoiceRefused` unless the ships may settle (R14.3)."""
        levels = [self.ships[str(pick)] for pick in picks]
        strength, needed, weakest = sum(levels), self.needed, min(levels)
        if strength < needed:
            message = f"ships of strength {strength} return, {needed} is asked for"
            raise ChoiceRefused(message, "R14.3", "settlers_too_weak", strength=strength, needed=needed)
        if self.only_needed and strength - weakest >= needed:
            message = f"a ship of level {weakest} can stay, {needed} is asked for"
            raise ChoiceRefused(message, "R14.3", "ship_can_stay", level=weakest, needed=needed)
