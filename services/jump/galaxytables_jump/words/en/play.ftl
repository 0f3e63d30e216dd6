# Questions, options and the log of Jump Drive.

game = Jump Drive

prompt-opening-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} and keep the others.
prompt-choose-card = Choose a development or a world to place, or explore.
    .confirm = Place { $what }
prompt-choose-world = Which world do you place together with { $card }?
prompt-choose-means = How do you place { $card }?
prompt-choose-payment = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} to pay for { $placing }.
prompt-explore-discard = You explored: discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} from your hand.
prompt-second-world = Do you place a second world?
prompt-second-payment = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} to pay for { $placing }.
prompt-limit-discard = You have more than { $limit } cards: discard { $least ->
    [one] 1 card
   *[other] { $least } cards
}.

action-explore = Explore
action-no-world = No world; the development costs 1 less
action-no-second-world = No second world
action-pay = Pay for it
action-conquer = Conquer it
action-negotiate = Pay for it as a non-military world

fact-pay = pay { $value }
fact-pay-with-world = or { $value } with a world
fact-conquer = conquer
fact-negotiate = pay { $value } as a non-military world
fact-price = { $value ->
    [0] free
   *[other] pay { $value }
}

event-dealt = { $seat } begins with { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
event-dealt-own = You begin with { $cards }.
event-round-began = Round { $round } begins.
event-discarded = { $seat } discards { $count ->
    [one] 1 card
   *[other] { $count } cards
} ({ $why }).
event-discarded-own = You discard { $cards } ({ $why }).
event-placed = { $seat } places { $card } for { $paid ->
    [one] 1 card
   *[other] { $paid } cards
}.
event-conquered = { $seat } conquers { $card }, defense { $defense }.
event-negotiated = { $seat } wins { $card } over for { $paid ->
    [one] 1 card
   *[other] { $paid } cards
}.
event-explored = { $seat } explores.
event-drew = { $seat } draws { $count ->
    [one] 1 card
   *[other] { $count } cards
} ({ $why }).
event-drew-own = You draw { $cards } ({ $why }).
event-gave-up = { $seat } gives up { $card }.
event-moved = { $card } goes from { $origin } to { $seat }.
event-scored = { $seat } scores { $vp } VP, { $total } in all.
event-reshuffled = The discards are shuffled into a new deck of { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}.
event-ended = The game ends after round { $round }.

word-opening = opening
word-payment = payment
word-exploring = exploring
word-hand-limit = hand limit
word-lone-world = lone world
word-income = income

reason-too-dear = It costs { $price }, and you have { $cards ->
    [0] nothing
    [one] 1 card
   *[other] { $cards } cards
} to pay with.
reason-too-strong = Its defense is { $defense }, your strength against it { $strength }.
reason-one-per-empire = Your empire has one already.
reason-requirement-missing = Your empire lacks what this card requires.
reason-not-after-a-conquest = After a conquest no peaceful world may follow.
reason-no-convoy = You have no convoy that brings this world.

refusal-no-such-dealer = Seat { $dealer } cannot deal at a table of { $seats }.

score-alien-worlds = Alien worlds
score-developments = Developments
score-genes-worlds = Genes worlds
score-grey-worlds = Grey worlds
score-novelty-worlds = Novelty worlds
score-rare-worlds = Rare elements worlds
