"""Bots that play Beyond the Sun."""
