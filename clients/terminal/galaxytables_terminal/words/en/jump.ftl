# The drawing of Jump Drive.

jump-phase-opening = opening hands
jump-phase-choose = choose and pay
jump-phase-follow = after the reveal
jump-phase-hand-limit = hand limit
jump-phase-over = over
jump-develops = develops
jump-settles = settles
jump-develops-and-settles = develops and settles
jump-explores = explores
jump-survey-teams = { $count ->
    [one] { $count } Survey Team
   *[other] { $count } Survey Teams
}
jump-goal = to { $vp } VP
jump-hand = Your hand · { $cards } · price, VP/cards it adds
jump-hand-count = { $cards }
jump-hand-of = { $cards } of { $limit }
jump-set-aside = Set aside, face down
jump-no-card = no card
jump-discard = { $card } (discard)
jump-given-up = { $card } (given up)
jump-your-empire = Your empire
jump-dealer = dealer
jump-explore-icons = { $count } explore
jump-chromosome-icons = { $count } chromosome
jump-survey-team-to-take = Survey Team to take
jump-kind-development = dev
jump-kind-world = world
jump-kind-novelty = novelty
jump-kind-rare = rare
jump-kind-genes = genes
jump-kind-alien = alien
jump-kind-grey = grey
jump-kind-explore-marker = explore
jump-kind-preset-hand = hand
jump-kind-reference = reference
jump-against-rebel = rebel
jump-against-novelty = novelty
jump-against-rare = rare
jump-against-genes = genes
jump-against-alien = alien
jump-against-grey = grey
