"""Tools for the author of a game: they write a package to begin with, play the game in the terminal, and run its tests.

The commands `python -m <game> play`, `dev` and `test` and `galaxytables new-game` use these tools. Rules services do
not need them.
"""
