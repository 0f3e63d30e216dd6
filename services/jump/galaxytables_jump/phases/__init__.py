"""The phases of a game, in one module each."""
