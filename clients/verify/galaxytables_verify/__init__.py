"""Checks a finished game's record: its chance was fixed before it began, and it replays to the same bytes."""
