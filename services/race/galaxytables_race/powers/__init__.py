"""Implements each power kind, in one module per phase.

The functions register themselves when `galaxytables_race.sets` imports these modules. A function with the parameter
`abilities` or `able` notes the power in its owner's abilities; its docstring says what the owner can do from then on.
"""
