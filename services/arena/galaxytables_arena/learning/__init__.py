"""Self-play: trains neural nets for bots with the rules of this repository, without games of people.

`python -m galaxytables_arena.learning` trains. Games are played in this process (`selfplay.py`). The features of a seat
are read from the state (`race.py`, `jump.py`), under the names that bots use for features of the view. `proximal.py` is
the learning algorithm. `training.py` is a training run, which can be stopped and resumed, and which stores its best
net.
"""
