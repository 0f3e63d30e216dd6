"""Connects the bots of Beyond the Sun to its rules, to play sampled tables forward.

Only this package imports the game, and it gets no more than a view, as every client does.
"""
