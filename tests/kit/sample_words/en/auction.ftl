game = Auction

prompt-bid-card = Bid a card.
prompt-bid-swap = Swap up to { $most ->
    [one] 1 card
   *[other] { $most } cards
}.
    .rule = Two cards are an even and an odd one.
prompt-draft-look = Look at a card.
prompt-draft-take = Take a card ({ $looked } was looked at).

fact-worth = worth { $value }

event-swapped = { $seat } swaps { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
event-swapped-own = You swap { $count ->
    [one] 1 card
   *[other] { $count } cards
} and get { $first }.
event-revealed = { $seat } bid { $card }.
event-looked = { $seat } looks at { $card }.
event-took = { $seat } takes { $card }.
event-paused = A pause after { $steps }.

word-bid = the bids
word-draft = the draft

reason-taken = Somebody has taken it.

refusal-even-and-odd = Two swapped cards are an even and an odd one.
refusal-too-many-rounds = Quick games have at most { $most } rounds.

setting-rounds = Rounds
    .text = How many are played.
setting-pace = Pace
    .text = How many cards a hand has.
setting-pace-slow = Slow
setting-pace-quick = Quick
setting-dice = Dice
    .text = A bonus is rolled each round.

score-bids = Bids
