"""The invasion game of Xeno Invasion (R22): waves, admirals, fights, damage, repair, war effort."""
