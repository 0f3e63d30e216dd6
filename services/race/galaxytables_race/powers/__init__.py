"""Registers each power kind: one function per kind notes the power in its owner's `Abilities`.

The docstring of such a function says what the owner can do from then on. The phase that uses the power reads it from
the abilities (`phases`, `invasion`, `orb`). The functions register themselves when `galaxytables_race.sets` imports
these modules. `military` registers none: it computes what several of them share.
"""
