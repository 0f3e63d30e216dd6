# What all games say.

option = { $targets } ({ $facts })
targets = { $first } with { $second }
facts = { $first }, { $second }
list-empty = none

reason-not-asked = This question is not about it.
