# What happened.

event-drafted = { $seat } takes a card.
event-drafted-own = You take { $card }.
event-draft-ends = The draft ends after { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}.
event-begins = { $seat } starts with { $world }.
event-begins-own = You start with { $world }, keep { $hand }, discard { $discarded }.
event-reinforced = { $seat } adds { $card } to the hand.
event-round-begins = Round { $round }.
event-chose = { $seat } chose { $actions }.
event-phase-begins = The { $phase } phase begins.
event-explored = { $seat } explores { $draws ->
    [one] 1 card
   *[other] { $draws } cards
} and keeps { $keeps }.
event-boosts = { $seat } spends a prestige to boost { $action }.
event-leads = { $seat } takes the prestige tile with { $prestige } prestige.
event-lost-lead = { $seat } gives the prestige tile back.
event-gained-prestige = { $seat } gains { $prestige } prestige by { $card }.
event-searches = { $seat } searches for: { $category }.
event-found = { $seat } takes { $card }; { $revealed } are discarded.
event-search-failed = { $seat } finds nothing; { $revealed } are discarded.
event-took = { $seat } takes what others discarded: { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
event-took-own = You take { $cards } from those that others discarded.
event-explored-own = You explore { $drawn } and keep { $kept }.
event-drew = { $seat } draws { $count ->
    [one] 1 card
   *[other] { $count } cards
} ({ $why }).
event-drew-own = You draw { $cards } ({ $why }).
event-reshuffled = The discard pile becomes the deck: { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}.
event-shows = { $seat } shows { $card }.
event-saved = { $seat } discards { $card } to pay { $amount } less.
event-developed = { $seat } develops { $card } for { $cost ->
    [one] 1 card
   *[other] { $cost } cards
}.
event-developed-own = You develop { $card } for { $paid }.
event-settled = { $seat } settles { $card } for { $cost ->
    [one] 1 card
   *[other] { $cost } cards
}.
event-settled-own = You settle { $card } for { $paid }.
event-conquered = { $seat } conquers { $card } (defense { $defense }).
event-boosted = { $seat } gains { $military } military by { $card } for this phase.
event-goal-gained = { $seat } takes the goal { $goal }.
event-goal-lost = { $seat } loses the goal { $goal }.
event-declares-takeover = { $seat } declares a takeover of { $card } of { $owner } with { $power }.
event-took-over = { $seat } takes { $card } of { $owner } over: attack { $attack }, defense { $defense }.
event-takeover-failed = { $seat } fails to take { $card } of { $owner } over: attack { $attack }, defense { $defense }.
event-takeover-void = { $seat }'s takeover of { $card } comes to nothing.
event-disguised = { $seat } discards { $card } to conquer a peaceful world.
event-flipped = { $seat } reveals { $card } with { $by }.
event-gave-up = { $seat } discards { $card }.
event-freed = { $seat } discards { $card } and pays nothing.
event-traded = { $seat } sells the { $good } good of { $world } for { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}.
event-consumed = { $seat } consumes the goods on { $worlds } with { $card }: { $vp } VP.
event-gained-vp = { $seat } gains { $vp } VP.
event-discarded-by-boost = { $seat } discards { $count ->
    [one] 1 card
   *[other] { $count } cards
} by the boost of Trade: { $vp } VP.
event-spent-prestige = { $seat } spends { $prestige } prestige for { $card }.
event-consumed-prestige = { $seat } spends { $prestige } prestige for { $card }: { $vp } VP.
event-put-under = { $seat } lays a card under { $card }.
event-put-under-own = You lay { $saved } under { $card }.
event-took-saved = { $seat } takes the cards saved under a world: { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
event-took-saved-own = You take the saved cards { $cards }.
event-swapped = { $seat } replaces { $old } with { $card }.
event-blocked-takeover = { $seat } defeats the takeover of { $card } with { $power }.
event-discarded-for-vp = { $seat } discards { $count ->
    [one] 1 card
   *[other] { $count } cards
} for { $card }: { $vp } VP.
event-ante = { $seat } bets { $card } and reveals { $revealed }.
event-ante-won = { $seat } keeps the bet and takes { $card }.
event-ante-lost = { $seat } loses the bet { $card }.
event-gamble-won = { $seat } guesses { $guess } and wins { $card }.
event-gamble-lost = { $seat } guesses { $guess }; it was { $card }.
event-produced = { $seat } produces on { $worlds }.
event-gathered = { $seat } moves the goods of { $worlds } to { $card }.
event-windfall = { $seat } puts a good on { $world }.
event-war-effort = { $seat } gives the goods of { $worlds } to the war effort: { $vp } VP; the Xeno are repulsed at { $repulse }.
event-repaired = { $seat } repairs { $worlds }.
event-stands = { $seat } stands against the Xeno at { $value }.
event-repulsed = The Xeno are repulsed: { $total } of { $needed }.
event-faces = { $seat } as admiral { $rank } faces { $invader }.
event-wave-again = The last wave comes again: { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}.
event-fortified = { $seat } gains { $strength } strength by { $card }.
event-manned = { $seat } discards { $count ->
    [one] 1 card
   *[other] { $count } cards
} for { $strength } strength.
event-manned-own = You discard { $cards } for { $strength } strength.
event-held = { $seat } holds with { $strength } against { $invader }: { $reward ->
    [one] 1 reward
   *[other] { $reward } rewards
}.
event-overrun = { $seat } loses with { $strength } against { $invader }.
event-all-lose = All have lost: empire defeat { $times }.
event-damaged = { $world } of { $seat } is damaged.
event-discarded = { $seat } discards { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
event-discarded-own = You discard { $cards }.
event-orb-dealt = { $seat } is dealt { $count ->
    [one] 1 orb card
   *[other] { $count } orb cards
}.
event-orb-dealt-own = You are dealt { $cards }.
event-orb-order = Order in the orb: { $order }.
event-orb-played = { $seat } plays { $card } at column { $column }, row { $row }, { $turns ->
    [0] upright
    [1] turned right
    [2] upside down
   *[other] turned left
}.
event-orb-drew = { $seat } draws an orb card.
event-orb-drew-own = You draw { $card }.
event-orb-passed = { $seat } passes and moves to the front.
event-orb-card-removed = { $seat } shows { $card }, which fits nowhere and leaves the game.
event-shows-orb-cards = { $seat } shows { $cards }: none fits anywhere.
event-placed-team = { $seat } puts a team at column { $column }, row { $row }.
event-moved-team = { $seat } moves a team to column { $column }, row { $row }.
event-took-artifact = { $seat } takes an artifact { $series }.
event-took-artifact-own = You take { $artifact }.
event-used-artifact = { $seat } uses { $artifact }.
