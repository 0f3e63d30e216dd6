"""Takeovers: worlds taken from other empires (R14).

A takeover is declared in Settle instead of placing a card from hand (`declaration.py`) and fought when all hand cards
are placed (`resolution.py`). `targets.py` says who is vulnerable to what, `strength.py` what both sides have.
"""
