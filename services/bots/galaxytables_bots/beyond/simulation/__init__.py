"""Connects the bots of Beyond the Sun to the rules, to play sampled tables forward.

Only this package imports the game. It is given no more than a view, as every client is.
"""
