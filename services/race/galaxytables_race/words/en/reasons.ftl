# Why something is no option.

reason-used = It was used in this phase.
reason-one-of-each = Your tableau has this card already.
reason-not-a-development = It is no development.
reason-not-a-world = It is no world.
reason-placed-in-this-phase = It was placed in this phase.
reason-too-dear = It costs { $price }, and you have { $cards ->
    [0] nothing
    [one] 1 card
   *[other] { $cards } cards
} to pay with.
reason-too-weak = { $short } military is missing, and you have nothing to make up for it.
reason-not-served = The power that places it is not for such worlds.
reason-of-another-kind = It is of another kind.
reason-no-peaceful-world = It is no non-military world.
reason-nothing-to-replace = There is no world that it could replace.
reason-cost-does-not-fit = The costs of the two do not fit.
reason-cannot-be-paid = What it costs is not there.
reason-no-good = There is no good for it.
reason-already-aimed-at = You declared a takeover of it already.
reason-powers-used = Your takeover powers are used, or cannot be paid for.
reason-not-vulnerable = Its owner is not vulnerable to your powers.
reason-peaceful = It is no military world.
reason-chosen = You have chosen it already.
reason-search-used = You have searched or boosted an action in this game.
reason-not-for-trade = The good of this world cannot be sold by Trade.
reason-nothing-to-take = What it takes is not there.
reason-like-another = It is like another power that is offered.
reason-good-chosen = This good is taken already.
reason-other-kind = The power takes another kind: { $good }.
reason-not-to-bet = Only cards of cost or defense 1 to 6 can be bet.
reason-holds-a-good = It holds a good already.
reason-produced = It produced in this phase already.
reason-no-windfall-world = It is no windfall world.
reason-not-on-itself = The power is for other worlds.
reason-of-other-goods = The power is for worlds of another kind.
reason-action-not-chosen = You did not choose this action.
reason-too-few-cards = You have too few hand cards.
reason-not-damaged = It is not damaged.
reason-already-damaged = It is damaged already.
reason-cannot-win = With it you could not win either.
reason-has-moved = This team has moved.
reason-stands-there = The team stands there.
reason-part-of-a-hub = It is one space with the cell beside it.
reason-out-of-reach = Out of reach with { $squares ->
    [one] 1 square
   *[other] { $squares } squares
} and { $military } military.
reason-in-order = Orb actions are done in order: move, play, draw.
reason-no-team = You have no team in the orb.
reason-deck-is-empty = There are no orb cards left.
reason-fits-nowhere = It fits nowhere.
reason-does-not-fit = The card cannot come to lie there.
reason-taken = A team stands there.
reason-no-corner = Teams begin on the corners of the airlock block.
reason-no-hub = Teams go back to hubs only.
reason-not-paid-for = A military world is paid for only by a power for it.
reason-for-peaceful-worlds = This card conquers non-military worlds.
reason-no-help = It does not help to place this world.
reason-not-against-it = The power does not count against this.
reason-on-a-new-world = Its world was placed in this phase.
reason-used-or-declined = You used or declined it in this phase.
reason-no-first-world = You have not placed a first world in this phase.
reason-no-world-for-it = There is no world for it.
reason-for-rebel-worlds = The power is for Rebel worlds only.
reason-comes-later = It costs a hand card, and its turn comes later.
reason-no-good-of-this-kind = You have no good of this kind.
reason-no-alien-good = This artifact is no Alien good.
reason-not-drawn = You did not draw this card just now.
