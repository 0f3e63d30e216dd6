"""What a game's author works with: a package to begin with, a table in the terminal, the game's tests.

`python -m <game> play`, `dev` and `test` and `galaxytables new-game` run it. No rules service needs it.
"""
