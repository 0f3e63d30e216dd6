"""Lets the bots of Beyond the Sun simulate how a game may go on, with the real rules.

Each simulation begins at a *sampled table*: things that the bot cannot see, such as the order of a deck, are drawn at
random. Only this package imports the game. It gets no more than a view, as every client does.
"""
