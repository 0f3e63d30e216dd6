"""Bots that play Jump Drive."""
