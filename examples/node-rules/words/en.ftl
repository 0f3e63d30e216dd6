# What Liar's Dice says, in English. Which message is for what, rules.proto tells at WordsResponse.

game = Liar's Dice

option = { $targets } ({ $facts })
targets = { $first } with { $second }
facts = { $first }, { $second }
list-empty = none

prompt-roll-again = Which of your { $dice } dice do you roll again?
prompt-bid-count = { $dice } dice lie on the table. How many do you bid?
    .with-bidder = { $bidder } bids { $count } dice of { $face }. Do you doubt, or how many do you bid?
prompt-bid-face = { $count } dice of which face?

event-round = Round { $round } begins; { $first } bids first.
event-rolled = { $seat } rolls { $dice } dice.
event-rolled-own = You roll { $faces }.
event-rolled-again = { $seat } rolls { $dice } dice again.
event-rolled-again-own = You roll { $dice } dice again and have { $faces }.
event-counts = { $seat } bids { $count } dice of …
event-bid = { $seat } bids { $count } dice of { $face }.
event-doubted = { $seat } doubts that there are { $count } dice of { $face }.
event-shown = { $seat } shows { $faces }.
event-lost = { $found } there are: { $seat } loses { $dice } dice and has { $left }.
event-won = { $seat } has won with { $dice } dice.

reason-not-asked = This question is not about it.
reason-too-low = It must be higher than { $count } dice of { $face }.
reason-no-bid = There is no bid yet that could be doubted.

refusal-too-few-to-lose = Whoever loses several dice begins with { $least } at least.

action-doubt = doubt
piece-die = die { $b }
fact-face = shows { $value }

setting-dice = Dice
setting-second-roll = Second roll
setting-ones-wild = Ones are wild
setting-loses = Dice lost
setting-loses-one = one
setting-loses-difference = as many as the bid is off

score-dice = dice left

kind-die = Die with the faces { $faces }
kind-cup = Cup
word-die = die
word-cup = cup

field-again = rolled again
field-begun = bid so far, of which face?
field-bid = Bid
field-count = dice
field-dice = dice
field-face = face
field-faces = faces
field-found = of these there were
field-last-bid = Last bid that was doubted
field-next = next to bid
field-own = Your dice
field-part = now
field-players = Players
field-round = round
field-shown = Dice of the last round

word-bid = bids
word-roll = rolling again
word-over = over
