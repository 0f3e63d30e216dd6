# How bots play, by level.

level-random = picks anything that is allowed
level-easy = as Normal, but errs now and then
level-normal = goes by rules of thumb
level-hard = looks some moves ahead
level-best = looks ahead for as long as it may
level-heuristic = goes by rules of thumb alone
level-greedy = goes for what pays soonest
