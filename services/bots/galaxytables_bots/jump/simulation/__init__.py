"""Connects the bots of Jump Drive to the rules, to play sampled tables forward.

Only this package imports the game. It is given no more than a view, as every client is.
"""
