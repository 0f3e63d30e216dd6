"""Takeovers: worlds taken from other empires (R14).

`targets.py` finds which worlds can be attacked by which powers, and `strength.py` computes attack and defense.
`galaxytables_race.phases.takeovers` declares takeovers in Settle and fights them.
"""
