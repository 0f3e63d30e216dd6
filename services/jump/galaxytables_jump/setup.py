"""Lays the table out (R1.2-R1.4)."""

from galaxytables_jump.components.cards import Pack
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.state import JumpState, Player
from galaxytables_kit import Chance, seats_of


def lay_out(seats: int, options: JumpOptions, pack: Pack, chance: Chance) -> JumpState:
    """Return a new table: a Survey Team for each player, and 7 cards or a preset hand."""
    deck = list(pack.deck)
    if options.hands == "preset":
        letters = list(range(len(pack.preset_hands)))
        chance.shuffle(letters)
        hands = [list(pack.preset_hands[letter]) for letter in letters[:seats]]
        taken = {number for hand in hands for number in hand}
        deck = [number for number in deck if number not in taken]
        chance.shuffle(deck)
    else:
        chance.shuffle(deck)
        hands = [[deck.pop() for _ in range(pack.dealt)] for _ in range(seats)]
    teams = [pack.survey_team(seat) for seat in seats_of(seats)]
    return JumpState([Player(hand) for hand in hands], deck, [], teams)
