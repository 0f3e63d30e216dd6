# Who bots appear as: a name and a manner each. Invented, and never a person's. The English name is the id in words.
# The order of the names decides who sits where: new ones go last.

persona-tin-otter = Tin Otter
persona-brass-owl = Brass Owl
persona-copper-finch = Copper Finch
persona-iron-mole = Iron Mole
persona-glass-crab = Glass Crab
persona-silver-hare = Silver Hare
persona-amber-newt = Amber Newt
persona-nickel-fox = Nickel Fox
persona-quartz-toad = Quartz Toad
persona-cobalt-heron = Cobalt Heron
persona-zinc-badger = Zinc Badger
persona-chrome-thrush = Chrome Thrush
persona-steel-snail = Steel Snail
persona-jade-gecko = Jade Gecko
persona-bronze-lynx = Bronze Lynx
persona-carbon-crow = Carbon Crow

manner-tin-otter = Floats on its back between turns.
manner-brass-owl = Counts everything twice, then once more.
manner-copper-finch = Whistles when a plan works out.
manner-iron-mole = Digs in and says nothing for rounds.
manner-glass-crab = Comes at every plan from the side.
manner-silver-hare = Sits still only because the rules ask for it.
manner-amber-newt = Never hurries, and blames nobody.
manner-nickel-fox = Looks pleased, whatever happens.
manner-quartz-toad = Waits, blinks, then decides.
manner-cobalt-heron = Stands on one leg while others choose.
manner-zinc-badger = Grumbles at every rule, and keeps them all.
manner-chrome-thrush = Polishes its pieces before it moves them.
manner-steel-snail = Carries its whole empire on its back.
manner-jade-gecko = Has a favourite world, and will not say which.
manner-bronze-lynx = Naps until it is asked.
manner-carbon-crow = Collects shiny things, and hopes that they score.
