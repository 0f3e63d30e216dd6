"""The phases of a game, one module each, in the order in which they are played."""
