# Questions, options and reasons of Beyond the Sun.

game = Beyond the Sun

prompt-turn-action = Move your pawn to an action space, or use a power first.
prompt-turn-power = Use a power, or go on.
    .decline = Go on
prompt-cost-swap = How do you pay?
prompt-production-choose = Choose your production, or use a power first.
prompt-trade-deal = Trade, or stop.
    .decline = Stop
prompt-achievement-claim = Claim an achievement.
prompt-research-slot = Where do you put your researcher?
prompt-research-type = Which type do you look for on { $slot }?
prompt-research-card = Which technology comes to lie on { $slot }?
prompt-private-keep = { $least ->
    [one] Which technology do you keep?
   *[other] Which { $least } technologies do you keep?
}
prompt-build-place = Where is the level { $level } ship built?
prompt-build-instead = No supply is left: build the level { $level } ship of population, or pass.
    .decline = Pass
prompt-upgrade-ship = Upgrade a ship.
prompt-jump-move = Move a ship, or stop ({ $left } left).
    .decline = Stop
prompt-teleport-move = Move a ship to any location, or stop ({ $left } left).
    .decline = Stop
prompt-control-disc = Which disc is your outpost at { $place }?
prompt-control-bonus = Which bonus do you take next?
prompt-colonize-system = Which system do you colonise?
prompt-colonize-ships = Which ships settle on { $system }?
    .rule = Together they reach strength { $strength }, which the system asks for.
prompt-colonize-disc = Which disc do you put on { $system }?
prompt-automate-track = Which production do you automate?
prompt-supply-shift = Where does the cube from { $source } go?
prompt-may-do = You may: { cost }{ $effects }
prompt-choose-option = Choose one.
prompt-copy-action = Which action do you carry out?

option-turn-action = { $targets }
    .with-effects = { $first }: { cost }{ $effects }
option-turn-power = { $targets }
    .with-effects = { $first }: { cost }{ $effects }
option-cost-swap = { $cost_population ->
    [0] { $cost_ore } ore
   *[other] { $cost_ore ->
        [0] return { $cost_population } population
       *[other] { $cost_ore } ore and return { $cost_population } population
    }
}
option-production-choose = { $targets }
    .with-effects = { $first }: { cost }{ $effects }
    .with-gains-population = { $first }: { $gains_population } population
    .with-gains-ore = { $first }: { $gains_ore } ore
option-trade-deal = { $trade_key ->
    [ore_to_pop] { $cost_ore } ore for a population
    [pop_to_ore] a population for { $gains_ore } ore
   *[retire_ship] { $cost_ore } ore: retire the { $first }
}
option-jump-move = { $first } to { $second }
option-teleport-move = { $first } to { $second }
option-choose-option = { cost }{ $effects }
option-copy-action = { $first }: { cost }{ $effects }

fact-points = { $value } VP
fact-strength = strength { $value }
fact-technology = { $value }

action-grow = population growth
action-produce-ore = ore production
action-trade = trade
action-buy-population = buy a population
action-return-population = return a population
action-do = do it

place-food = a food disc
place-ore = an ore disc
place-c = column { $b }
place-power = power of { $component }
piece-s = level { $c } ship at { $b }

word-scientific = scientific
word-economic = economic
word-military = military
word-commercial = commercial
word-food = food
word-ore = ore
word-achievement = achievement
word-ore-to-pop = ore for population
word-pop-to-ore = population for ore
word-retire-ship = retiring a ship

reason-occupied = The pawn of { $by } stands there.
reason-pawn-must-move = Your pawn must move to another space.
reason-guild-covered = No event has uncovered this guild yet.
reason-not-researched = You have not researched this technology.
reason-too-dear = It costs { $cost_ore } ore and { $cost_population } population; you have { $ore } ore and { $population } population.
reason-cannot-be-carried-out = A mandatory part of it cannot be carried out now.
reason-does-nothing = It would change nothing now.
reason-used-this-turn = You have used it this turn.
reason-chosen-before = You have chosen it already.
reason-no-growth = No visible growth symbol has a supply cube in its column.
reason-no-supply = You have no supply cube left.
reason-no-trade = There is nothing that you could trade.
reason-condition-unmet = It asks for { $at_least }; you have { $reached } ({ $metric }).
reason-claimed-before = You have claimed it already.
reason-no-slot-left = All its slots are taken.
reason-researched-before = You have researched it already.
reason-other-level = This research does not reach its level.
reason-undiscovered = This research is for discovered technologies only.
reason-prerequisites-missing = You have researched { $researched } of the { $required } technologies that it asks for.
reason-type-not-handed-on = None of the technologies that lead here hands this type on.
reason-other-type = It is not { $type }.
reason-no-shipyard = Ships are built at Sol and at shipyards only.
reason-shipyard-of-others = You do not control this shipyard.
reason-built-elsewhere = The card says where this ship appears.
reason-highest-level = No ship goes beyond level 4.
reason-upgraded-before = Each ship is upgraded once only.
reason-no-lane = No lane joins these locations.
reason-no-long-jump = Ships leave this location over lanes only.
reason-not-controlled = You do not control this system.
reason-not-unclaimed = It was not on the board without an outpost as your turn began.
reason-too-weak = It asks for strength { $needed }; your ships there have { $strength }.
reason-can-stay = Without this ship of level { $level } the strength would be reached as well.

refusal-settlers-too-weak = These ships have strength { $strength }; the system asks for { $needed }.
refusal-ship-can-stay = A ship of level { $level } can stay; strength { $needed } is reached without it.

score-technologies = Technologies
score-automation = Automation
score-colonies = Colonies
score-outposts = Outposts
score-sol-and-deep-space = Sol and Deep Space
score-events = Events
score-powers = Powers
score-achievements = Achievements
