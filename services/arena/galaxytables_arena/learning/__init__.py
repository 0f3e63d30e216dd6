"""Self-play: nets for bots, learned on our own engine from nothing but the rules.

`python -m galaxytables_arena.learning` trains. Games are played in process (`selfplay.py`); what a seat sees there is
read from the state (`race.py`, `jump.py`) and named as bots name it from the view. `proximal.py` is how a net learns,
`training.py` the run that goes on where it was stopped and keeps its best.
"""
