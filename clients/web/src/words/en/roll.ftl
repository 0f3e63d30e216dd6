# The drawing of Roll for the Galaxy.

roll-round = Round { $round }
roll-pool = { $chips } of { $all } VP left
roll-bag = { $tiles ->
    [one] 1 tile in the bag
   *[other] { $tiles } tiles in the bag
}
roll-vp = VP
roll-credits = credits
roll-chips = VP in chips
roll-tiles = tiles
roll-cup = Cup
roll-citizenry = Citizenry
roll-screen = Behind the screen
roll-dictate = Dictate
roll-wild = Wild
roll-developments = Developments under construction
roll-worlds = Worlds under construction
roll-workers = { $count } of { $cost } workers
roll-more = { $count ->
    [one] { $count } tile below
   *[other] { $count } tiles below
}
roll-drawn = Drawn tiles, both sides
roll-extra-die = spare die
roll-selected = selected
roll-colour-home = home
roll-colour-military = military
roll-colour-consumption = consumption
roll-colour-novelty = novelty
roll-colour-rare = rare elements
roll-colour-genes = genes
roll-colour-alien = alien technology
roll-virtual = extra worker
roll-moving = goes here; press again to take it back
roll-carried = can be carried to a phase, or moved by the arrow keys
roll-construction = Under construction
roll-developing = Developing
roll-settling = Settling
roll-plan-step = { $step } of { $steps }
roll-plan-phase = Which phase?
roll-plan-selector = Worker that selects it
roll-plan-shipper = Shipper
roll-plan-wild = Wild dice
roll-plan-then = Then
roll-plan-nobody = Nobody moves
roll-plan-tiles = Tiles move some
roll-plan-rests = Rests this round
roll-plan-moves = { $most ->
    [one] Moves instead
   *[other] Move instead, up to { $most }
}
roll-plan-explorers = What each explorer does
roll-plan-abandon = Abandon first, then draw { $drawn }
roll-plan-recruit = Recruit { $count }
roll-plan-recall = Recall to your cup, free
roll-board-phases = Phases
roll-board-construction = Building
roll-board-tiles = Tiles
roll-key-selecting = gold rim: this die selected its phase
roll-click-die = Click a die, then the phase it goes to.
roll-tap-die = Tap a die, then the phase it goes to.
roll-show-tiles = show tiles
