"""Race for the Galaxy, as self-play reads it."""

from services.bots.race.policy import JOINT
from services.bots.race.simulation.sight import option_name, seen
from services.kit import Pick, Prompt, Seat
from services.race.table import RacePlay


class RaceSight:
    """What a seat sees, and what options are called."""

    joint = JOINT

    def seen(self, play: RacePlay, seat: Seat, kind: str) -> dict[str, float]:
        """What a seat sees."""
        return seen(play, play.state, seat, kind)

    def option_name(self, play: RacePlay, prompt: Prompt, pick: Pick) -> str:
        """What an option is called."""
        return option_name(play, prompt, pick)


SIGHT = RaceSight()
