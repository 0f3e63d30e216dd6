"""The door through which the bots of Race for the Galaxy reach its rules: tables that a seat may believe in, played on.

Nothing but this package imports the game, and it is given no more than a view, as every client has it.
"""
