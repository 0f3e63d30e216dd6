"""Takeovers: worlds taken from other empires (R14).

A takeover is declared in Settle instead of placing a card from hand (`declaration.py`) and fought when all hand cards
are placed (`resolution.py`). `targets.py` finds who is vulnerable to what, `strength.py` computes attack and defense.
"""
