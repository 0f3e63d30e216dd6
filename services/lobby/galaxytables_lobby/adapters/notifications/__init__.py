"""Sends notifications to the targets of players. Each module implements one way of sending."""
