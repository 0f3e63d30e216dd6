"""Checks the record of a finished game: its chance was fixed before the start, and its replay gives the same bytes."""
