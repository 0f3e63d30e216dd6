# What options stand for, cost and bring.

option-orb-play = { $first }, { $second }
option-orb-return = { $first } to { $second }
option-consume-power = { $first } ({ $facts })
option-consume-option = { $first } ({ $facts })
option-takeover-power = { $first } ({ $facts })

action-take = Take it
action-go-on = Go on to the next that fits
action-ignore = Let it not count, and go on
action-conquer = Conquer it
action-pay = Pay for it
action-spend = Spend it
action-trade-boost = The boost of Trade
action-repair-cards = Discard hand cards
action-repair-good = Discard a good
action-bunker = The bunker
action-move = Move your teams
action-play = Play an orb card
action-draw = Draw an orb card
action-pass = Pass: no action, first in the next step
action-end = Nothing more

piece-team = team
    .with-cell = the team at { $cell }
place-c = column { $a }, row { $b }

fact-pay = { $value ->
    [0] for nothing
    [one] for 1 card
   *[other] for { $value } cards
}
fact-conquer = conquered
fact-disguises = conquered with { $value }
fact-short = { $value } short of its defense
fact-takeover = take it over
fact-reveal = the top card instead of one from hand
fact-defense = defense { $value }
fact-attack = attack { $value }
fact-fleet = with { $value }
fact-saving = pay { $value } less
fact-military = { $value } military
fact-strength = { $value } strength
fact-cost = { $value_key ->
    [discard_self] discarded
    [hand_card] for a hand card
    [prestige] for a prestige
   *[good] for a good
}
fact-good = { $value }
fact-nth = number { $value }
fact-times = { $value ->
    [one] once
   *[other] up to { $value } times
}
fact-power = { $value_key ->
    [consume] consume
    [consume_distinct] consume different kinds
    [consume_all_goods] consume all goods left
    [consume_hand] discard hand cards
    [consume_prestige] spend prestige
    [trade_as_consume] sell a good
    [gamble_guess_cost] guess a cost
   *[gamble_ante] bet a card
}
fact-goods = { $value_count ->
    [one] good: { $value }
   *[other] goods: { $value }
}
fact-least-kinds = at least { $value }
fact-most-kinds = at most { $value }
fact-discard = { $value ->
    [one] discard 1 card
   *[other] discard { $value } cards
}
fact-spend = spend { $value } prestige
fact-vp = { $value } VP
fact-vp-per-good = { $value } VP each
fact-cards = { $value ->
    [one] 1 card
   *[other] { $value } cards
}
fact-prestige = { $value } prestige
fact-worlds = { $value ->
    [one] 1 world
   *[other] { $value } worlds
}
fact-squares = { $value ->
    [one] 1 square
   *[other] { $value } squares
}
fact-artifact = artifact { $value }
fact-landmark = { $value }
