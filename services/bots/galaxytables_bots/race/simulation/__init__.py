"""Connects the bots of Race for the Galaxy to the rules, to play sampled tables forward.

Only this package imports the game. It is given no more than a view, as every client is.
"""
