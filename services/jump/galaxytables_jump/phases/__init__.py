"""The phases of a game, with one module for each."""
