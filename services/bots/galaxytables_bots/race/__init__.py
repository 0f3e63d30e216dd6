"""Bots for Race for the Galaxy."""
