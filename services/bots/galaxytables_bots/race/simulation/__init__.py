"""Lets the bots of Race for the Galaxy simulate how a game may go on, with the real rules.

Each simulation begins at a *sampled table*: things that the bot cannot see, such as the order of the deck, are drawn at
random. Only this package imports the game. It gets no more than a view, as every client does.
"""
