"""Tournaments: what people do in them, and what the platform does by itself.

`domain/tournaments` decides everything, step by step. Here a step is taken in the store (`loop`), for people
(`organising`, `entering`) and for the platform (`driver`):

1. A worker looks at a tournament under a lease. The lease only saves work: of two steps with the same number, one is
   committed.
2. **Decide, then do.** That games begin is a step, with the ids of their tables, which follow from the tournament's
   seed. The tables are made afterwards (`game_tables`): each one that the store does not have yet. If a worker dies
   between the two, the next one finds the games and makes what is missing. A table's commit is made once under its id.
3. **Results** are read from finished tables, in the store or in the archive. A step has the table's id, so each result
   counts once.
"""
