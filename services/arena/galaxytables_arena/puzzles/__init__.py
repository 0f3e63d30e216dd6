"""Finds puzzles for players: positions of real games in which one answer is clearly best."""
