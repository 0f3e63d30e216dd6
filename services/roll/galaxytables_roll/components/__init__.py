"""Dice and tiles of Roll for the Galaxy: what is printed on them, how it is read, checked and shown."""
