"""Implements each power kind, in one module per phase.

The functions register themselves when `galaxytables_race.sets` imports these modules. A function with `abilities`
records the power in its owner's abilities; its docstring says what the owner can then do.
"""
