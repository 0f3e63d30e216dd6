# The drawing of Jump Drive.

jump-round = Round { $round }
jump-goal = to { $vp } VP
jump-deck = { $cards ->
    [one] 1 card in the deck
   *[other] { $cards } cards in the deck
}
jump-discards = { $cards } discarded
jump-hand = Your hand
jump-hand-of = { $cards } of at most { $limit } after income
jump-to-place = to be placed
jump-to-discard = to be discarded
jump-cards = hand cards
jump-income = cards each round
jump-military = strength
jump-explore = explore icons
jump-chromosome = chromosome icons
jump-against = { $strength } against { $against }
jump-vp = VP
jump-vp-round = VP each round
jump-team = Survey Team
jump-dealer = dealer
jump-action-1 = develops
jump-action-2 = settles
jump-action-3 = develops and settles
jump-action-4 = explores
