# What drawings of several games say.

draw-round = round { $round }
draw-deck = deck { $cards }
draw-vp = VP
draw-cards = { $count ->
    [one] card
   *[other] cards
}
draw-military = military { $strength }
draw-against = { $strength } against { $against }
draw-cost = cost { $cost }
draw-defense = def { $defense }
draw-pay = pay { $price }
draw-conquer = conquer
draw-no-cards = no cards
draw-turn = { $who }'s turn
draw-last-round = last round
