"""Generates pages of `docs/reference/` from what the code declares.

`make reference` writes them; a test fails if they differ from what the code says.
"""
