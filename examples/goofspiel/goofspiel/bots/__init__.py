"""Bots of Goofspiel: each module with a `STRATEGY` is one, named like the module."""
