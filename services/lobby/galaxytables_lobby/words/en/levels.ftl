# How bots play, by level.

level-random = picks anything that is allowed
level-easy = like Normal, with some mistakes
level-normal = plays by rules of thumb
level-hard = looks some moves ahead
level-best = looks ahead for as long as it may
level-heuristic = plays by rules of thumb alone
level-greedy = takes what pays soonest
