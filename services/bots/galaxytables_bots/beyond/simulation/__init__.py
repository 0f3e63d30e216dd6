"""The door through which the bots of Beyond the Sun reach its rules: tables that may be, played on.

Nothing but this package imports the game, and it is given no more than a view, as every client has it.
"""
