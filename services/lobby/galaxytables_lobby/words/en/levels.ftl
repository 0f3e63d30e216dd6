# How bots play, by level.

level-random = answers by chance
level-easy = a beginner who makes mistakes
level-normal = plays by rules of thumb
level-hard = looks ahead before it answers
level-best = looks ahead for as long as it may
level-heuristic = plays by rules of thumb
level-greedy = goes for what pays soonest
