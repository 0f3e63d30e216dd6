"""Bots of Goofspiel. Each module that defines `STRATEGY` is a bot, named like the module."""
