"""Set-up of the invasion game (R22.1-R22.3)."""

from galaxytables_kit import Chance
from galaxytables_race.components.invasion import Book, InvaderNumber
from galaxytables_race.state.invasion import Admiral, Invasion


def lay_out_invasion(seats: int, book: Book, chance: Chance) -> Invasion:
    """Return the invasion as it is at the start, with its deck: wave 1 on top, then wave 2, then wave 3, each shuffled.

    Cards that are not used stay in the box (R22.2).
    """
    deck: list[InvaderNumber] = []
    unused: list[InvaderNumber] = []
    for wave in reversed(book.waves):
        cards = [InvaderNumber(number) for number, of in enumerate(book.wave_of) if of == wave.wave]
        chance.shuffle(cards)
        used = len(cards) if wave.used is None else wave.used[seats]
        deck += cards[:used]
        unused += cards[used:]
    return Invasion(deck, [Admiral() for _ in range(seats)], book.repulse[seats], unused)
