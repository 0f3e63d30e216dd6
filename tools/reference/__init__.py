"""Generates pages of `docs/reference/` from the declarations in the code.

`make reference` writes them; a test fails if they are not up to date.
"""
