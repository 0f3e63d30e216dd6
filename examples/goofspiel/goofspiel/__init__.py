"""Goofspiel, a whole game in one folder. docs/tutorials/adding-a-game.md explains it."""
