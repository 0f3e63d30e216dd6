"""Checks the record of a finished game.

Its chance must have been fixed before the start, and a replay must give the same bytes.
"""
