"""The state of a table and its changes: pure functions over plain data.

`state.py` defines the table, with one type for each stage; `stages.py` checks that a table is at the stage that a
caller needs. `seating.py` handles what happens before the game; `playing.py` handles choices, resignations, and seats
whose time is up; `pauses.py` handles pauses and vacations. `endings.py` decides when a game is over, and `timing.py`
counts the players' time. `history.py` keeps the events and choices.
"""
