"""Checks the record of a finished game: whether its chance was fixed before the start, and whether a replay gives the
same bytes.
"""
