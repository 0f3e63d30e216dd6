"""A transcript beside the game that is played by it: the cards of one as the numbers of the other."""

from collections import Counter
from collections.abc import Sequence

from galaxytables_kit import Seat
from galaxytables_kit.live import LiveGame
from galaxytables_kit.prompt import Pick, Picks, Prompt
from galaxytables_race.components.cards import CardNumber, Pack
from galaxytables_race.components.vocabulary import Power
from galaxytables_race.options import RaceOptions
from galaxytables_race.state import RaceState
from galaxytables_race.table import good_of, world_of
from tests.oracle.departures import Departure
from tests.oracle.segment import Segment
from tests.oracle.transcript import Key, Transcript


class Match:
    """What all parts of a replay look at.

    `ours` is the pack's number of each card of the transcript, `theirs` the other way round; `key` is the phase in
    which the game stands, `step` the name of the step that is played; `departures` are known ones of the engine, and
    how often each was met.
    """

    def __init__(self, transcript: Transcript, pack: Pack) -> None:
        self.transcript = transcript
        self.pack = pack
        self.ours = _numbers(transcript.deck, pack)
        self.theirs = {ours: theirs for theirs, ours in enumerate(self.ours)}
        self.key: Key = (0, "")
        self.step = ""
        self.departures: Counter[Departure] = Counter()
        self.live: LiveGame[RaceState, Pack, RaceOptions]

    def met(self, departure: Departure) -> None:
        """Count a known departure."""
        self.departures[departure] += 1

    def segment(self, seat: Seat) -> Segment:
        """What the transcript has of a seat in the running phase."""
        return self.transcript.segments[self.key, seat]

    def mapped(self, cards: Sequence[int]) -> tuple[CardNumber, ...]:
        return tuple(self.ours[card] for card in cards)

    def powers(self, card: int, *kinds: type[Power]) -> list[Power]:
        """The powers of these kinds on a card of the transcript."""
        return [power for power in self.pack.cards[self.ours[card]].powers if isinstance(power, kinds)]

    def offered(self, prompt: Prompt, cards: Sequence[int | None]) -> Picks:
        """Those of the cards that a prompt offers."""
        ours = (self.ours[card] for card in cards if card is not None)
        return tuple(card for card in ours if card in prompt.options)

    def goods(self, prompt: Prompt, worlds: Sequence[int]) -> Picks:
        """Goods on offer that lie on the worlds; a world named several times gives several."""
        left = list(prompt.options)
        picks: list[Pick] = []
        for world in self.mapped(worlds):
            good = next((pick for pick in left if world_of(good_of(pick)) == world), None)
            if good is not None:
                left.remove(good)
                picks.append(good)
        return tuple(picks)


def _numbers(deck: list[str], pack: Pack) -> list[CardNumber]:
    """The pack's number for each card of a transcript's deck."""
    free = {design: list(pack.numbers[design]) for design in set(deck)}
    return [free[design].pop(0) for design in deck]
