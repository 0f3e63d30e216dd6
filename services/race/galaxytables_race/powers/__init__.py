"""Implements each power kind, in a module per phase.

`galaxytables_race.sets` imports them, which registers the kinds.
"""
