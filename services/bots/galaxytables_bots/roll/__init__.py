"""Bots that play Roll for the Galaxy."""
