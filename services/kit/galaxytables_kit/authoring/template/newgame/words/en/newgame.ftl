# All that New Game says. Another language is a folder beside this one: words/ja.

game = New Game

prompt-take = Which card do you take?
option-take = { $component }

event-taken = Round { $round }: { $seat } takes { $card }.
event-turned-up = { $card } is turned up.

kind-card = { $colour } card, { $points ->
    [one] 1 point
   *[other] { $points } points
}
word-red = red
word-green = green
word-blue = blue

score-cards = Cards
score-colours = Most of a colour

setting-row = Row
    .text = How many cards lie open (1.2).

field-deck = Cards to come
field-row = Row
field-players = Players
field-points = points
field-cards = Cards taken
