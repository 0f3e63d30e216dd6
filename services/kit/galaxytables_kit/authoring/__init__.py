"""Tools for the author of a game: a package to begin with, a table in the terminal, and the game's tests.

The commands `python -m <game> play`, `dev` and `test` and `galaxytables new-game` use these tools. Rules services do
not need them.
"""
