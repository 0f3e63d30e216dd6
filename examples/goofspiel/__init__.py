"""Goofspiel, a whole game in one folder: docs/adding-a-game.md walks through it."""
