# All that Goofspiel says.

game = Goofspiel

prompt-bid = Which card do you bid for { $prizes }?
piece-bid = { $b }
option-bid = bid { $value }

event-turned-up = Round { $round } is for { $prizes }.
event-bid = { $seat } bids { $value }.
event-won = { $seat } wins { $prizes }: { $points ->
    [one] 1 point
   *[other] { $points } points
}.
event-stayed = Nobody wins { $prizes }, which { $prizes_count ->
    [one] stays
   *[other] stay
} on the table.
event-lost = Nobody wins { $prizes }: out of the game.

kind-prize = prize, { $points ->
    [one] 1 point
   *[other] { $points } points
}
score-prizes = Prizes

setting-prizes = Prizes
    .text = How many prizes and bids there are (1.1).
setting-ties = Ties
    .text = What equal bids lead to (3.2).
setting-ties-stay = the prizes stay for the next round
setting-ties-lost = the prizes are lost
setting-ties-single = the highest bid that only one player made wins

field-round = round
field-rounds = rounds
field-prizes = Prizes to bid for
field-deck = Prizes to come
field-lost = Lost prizes
field-points = points
field-bid = Your bid
field-hand = Hand
field-won = Won
field-spent = Bids made
