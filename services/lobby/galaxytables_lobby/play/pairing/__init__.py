"""Pairs people who would play the same: tickets become tables.

How a table is made, in steps that any process can continue:

1. **A wave** looks at the tickets in one pool, under a lease, and decides who plays together (`domain/matching.py`).
2. **The decision** is one script: all tickets of a table leave the queue, and an opening with the table's id takes
   their place (`adapters/redis/tickets_seat.lua`). If one of them no longer waits, nothing happens.
3. **The table** is made under that id, with its game already started, in one commit. If a worker dies, another one
   finds the opening when the lease ends, and does the same. Only one commit of that id can succeed.
4. **The end** is one script again: the opening goes, and each ticket is known to be seated.

If the game cannot be started, step 3 commits a closed table under that id instead. Then no process can make the table
any more, and step 4 puts the tickets back into their pools, where they come first. So the commit decides what became of
the opening, whichever process asks. A ticket is in the queue, or in one opening, or at one table.

If the store answers late or not at all, each step may be done twice. The first time counts.
"""
