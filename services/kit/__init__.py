"""What a rules service is made of; see docs/adding-a-game.md.

A game is declared as a `Game` (game.py). Its phases are flows (flow.py) that yield prompts (prompt.py) and act on a
`Play` (play.py): the state on the table, the chance, the events. `LiveGame` (live.py) runs them, answers forced
prompts, keeps the choices since the last checkpoint, and turns a game into a position and back. `service.py` serves
any game as `galaxy.rules.v1.RulesService`; `playout.py` plays at random; `contract.py` is the test suite that every
game passes.
"""
