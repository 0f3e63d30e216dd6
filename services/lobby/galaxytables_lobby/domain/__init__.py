"""A table: what it is, and what becomes of it when something happens there. Pure functions over plain data.

`state.py` is the table, one type a stage; `stages.py` gives it to whoever needs it at a stage; `seating.py` is what
happens before the game, `playing.py` what a move, the clock or a resignation makes of it, `pauses.py` when it stands
still, `endings.py` when it is over; `timing.py` counts players' time. `history.py` is what
was told and chosen.
"""
