# Questions, options and the log of Roll for the Galaxy.

game = Roll for the Galaxy

prompt-start-development = Which start tile do you put up as a development? The other is your world.
prompt-assign-phase = Which phase do you select? It is sure to happen.
prompt-assign-selector = Which worker selects { $phase }? It works there, whatever it shows.
prompt-assign-wild = Your wild dice join { $phase }, which you selected. Which of them go elsewhere?
    .rule = Each wild die goes to one phase.
prompt-assign-power = Do you reassign workers? When done you wait for the reveal.
prompt-assign-source = { $tile }: from which phase?
prompt-assign-dictate = Dictate: which worker rests this round so that another can move?
prompt-assign-workers = Which { $most ->
    [one] worker moves
   *[other] workers move
} to another phase?
prompt-assign-to = Where does the { $die } (showing { $face }, at { $phase }) go?
prompt-explore-task = What does the next explorer do?
prompt-explore-abandon = Scout: which tiles do you abandon? You draw one more than that.
prompt-explore-place = Which side of the drawn tile do you put under its stack?
prompt-explore-developments = Which tiles go under the development stack, first to last? The others become worlds.
prompt-explore-worlds = In which order do these go under the world stack?
prompt-explore-top = Which of these go on top of their stacks instead? The first ends up topmost.
prompt-explore-give = The bag is empty: which tile of your construction zone goes into it?
prompt-develop-workers = Which developers work on { $tile }?
prompt-develop-used = Which of the dice on the stack complete { $tile }?
prompt-develop-to-cup = Which developers of { $tile } go to your cup?
prompt-settle-workers = Which settlers work on { $tile }?
prompt-settle-used = Which of the dice on the stack complete { $tile }?
prompt-settle-to-cup = Which settlers of { $tile } go to your cup?
prompt-die-remove = { $tile }: which of your dice do you return to the supply?
prompt-produce-place = Which producer goes to which world?
prompt-ship-good = Which good is shipped next, and how?
prompt-ship-shipper = { $task } the { $good } of { $world }: with which shipper?
prompt-ship-buy = { $tile }: do you buy VP?
prompt-manage-recruit = You cannot pay for all: which { $least ->
    [one] die do
   *[other] { $least } dice do
} you recruit?
prompt-manage-recall = Which dice do you recall to your cup?

option-start-development = { $first }, with { $world } ({ $colour }, { $cost }) as world
option-assign-selector = { $first } (showing { $face }, { $phase_key ->
    [nowhere] not placed yet
   *[other] at { $phase }
})
option-assign-wild = { $first } to { $second }
option-assign-dictate = { $first } (showing { $face }, at { $phase }) rests
option-assign-workers = { $first } (showing { $face }) leaves { $second }
option-assign-to = { $second }
option-explore-place = { $first }
option-produce-place = { $first } on { $world } ({ $colour })
option-ship-good = { $second } the { $first } of { $world }{ $credits ->
    [0] {""}
   *[other] {" "}for ${ $credits }
}

action-done = Done
action-stock = Stock
action-scout = Scout
action-rearrange = Rearrange the construction zone
action-trade = Trade
action-consume = Consume
action-buy = Buy VP
action-pass = No

place-I = Explore
place-II = Develop
place-III = Settle
place-IV = Produce
place-V = Ship
place-dictate = Dictate
place-cup = the cup
place-cit = the citizenry
place-dev = the development stack
place-world = the world stack

fact-workers = up to { $value ->
    [one] 1 worker
   *[other] { $value } workers
}
fact-credits = { $value ->
    [0] {""}
   *[other] gain ${ $value }
}
fact-extra = extra worker
fact-place = from { $value }
fact-world = from { $value }
fact-vp = { $value } VP
fact-price = pay ${ $value }

event-dealt = { $seat } begins with { $first } and { $second }, and { $home } as home world.
event-began = { $seat } starts with { $development } and { $world } to build.
event-round = Round { $round }: all roll their dice.
event-selected = { $seat } selects { $phase } ({ $die }).{ $explore_count ->
    [0] {""}
   *[other] {" "}Explore: { $explore }.
}{ $develop_count ->
    [0] {""}
   *[other] {" "}Develop: { $develop }.
}{ $settle_count ->
    [0] {""}
   *[other] {" "}Settle: { $settle }.
}{ $produce_count ->
    [0] {""}
   *[other] {" "}Produce: { $produce }.
}{ $ship_count ->
    [0] {""}
   *[other] {" "}Ship: { $ship }.
}{ $dictated_count ->
    [0] {""}
   *[other] {" "}Dictate: { $dictated }.
}
event-extra-die = The spare home die shows { $face }{ $new_key ->
    [true] , a further phase.
   *[false] , which is selected already.
}
event-phase = The { $phase } phase begins.
event-idle = { $seat } takes { $count ->
    [one] 1 idle worker
   *[other] { $count } idle workers
} back into the cup.
event-credits = { $amount ->
    [0] { $seat } gains no credits ({ $source }).
   *[other] { $seat } gains ${ $amount } ({ $source }).
}
event-lost = { $seat } has $10 at most and loses ${ $amount }.
event-chips = { $seat } gains { $amount } VP ({ $source }).
event-paid = { $seat } pays ${ $amount } for { $source }.
event-scouted = { $seat } scouts{ $abandoned ->
    [0] .
    [one] {" "}and abandons 1 tile.
   *[other] {" "}and abandons { $abandoned } tiles.
}
event-drew = { $seat } draws { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}.
event-drew-own = You draw, side by side: { $sides }.
event-placed = { $seat } adds to the construction zone: developments { $developments }, worlds { $worlds }.
event-placed-own = You add to your construction zone: { $tiles }.
event-rearranged = { $seat } rearranges the construction zone: developments { $developments }, worlds { $worlds }.
event-bag-refilled = { $count ->
    [one] 1 abandoned tile goes
   *[other] { $count } abandoned tiles go
} back into the bag.
event-gave = { $seat } gives a tile from the construction zone to the bag.
event-gave-own = You give { $tile } to the bag.
event-put = { $seat } puts workers on { $tile }: { $dice }.
event-completed = { $seat } completes { $tile } ({ $workers ->
    [one] 1 worker
   *[other] { $workers } workers
}).
event-back = { $seat } takes { $count ->
    [one] 1 worker
   *[other] { $count } workers
} of it back into the cup.
event-gained = { $seat } gains { $count } × { $die } from { $source } ({ $to }).
event-removed = { $seat } returns a die to the supply: { $die } ({ $place }).
event-produced = { $seat } produces on { $world } ({ $die }).
event-traded = { $seat } trades the good of { $world } ({ $good }, shipper { $shipper }).
event-consumed = { $seat } consumes the good of { $world } ({ $good }, shipper { $shipper }).
event-recruited = { $seat } recruits { $dice }.
event-last-credit = { $seat } has no credit left and takes $1.
event-recalled = { $seat } recalls { $dice }.
event-over = The game ends after round { $round }.

word-explore = Explore
word-develop = Develop
word-settle = Settle
word-produce = Produce
word-ship = Ship
word-wild = a wild face
word-faces-wild = wild
word-nowhere = not placed yet
word-stock = Stock
word-trade = Trade
word-consume = Consume
word-die-elsewhere = die elsewhere
word-cup = cup
word-citizenry = citizenry
word-world = world
word-selector = selecting die
word-developments = development stack
word-worlds = world stack
word-good = good

reason-like-another = Another { $die } just like it is offered in its place.
reason-not-wild = It does not show a wild face.
reason-power-used = You have used this already this round.
reason-changes-dictate = This tile changes Dictate; it moves nobody by itself.
reason-no-reassign-power = This tile has no Reassign power.
reason-nobody-to-move = There are too few workers that it could move.
reason-behind-in-worlds = Somebody else has more { $colour } worlds.
reason-too-few-workers = There { $workers ->
    [0] is no worker
    [one] is 1 worker
   *[other] are { $workers } workers
}; it takes { $needed }.
reason-other-phase = The power moves workers from another phase.
reason-other-colour = The power moves dice of other colours.
reason-stands-there = The worker stands there already.
reason-other-goal = The power leads to another phase.
reason-rests = It rests this round.
reason-selecting-die-stays = At this table the die that selected the phase stays.
reason-just-rearranged = You have just rearranged it: nothing would change.
reason-not-drawn-now = This tile was not drawn by this Scout.
reason-lies-on-top = It lies on top of its stack already.
reason-goes-to-the-cup = It goes to the cup already.
reason-holds-no-goods = No good can lie here.
reason-world-is-full = It holds { $goods } of { $room ->
    [one] 1 good
   *[other] { $room } goods
}.

refusal-one-phase-each = Each wild die goes to one phase.

score-chips = VP chips
score-developments = Developments
score-worlds = Worlds
score-bonuses = Bonuses
