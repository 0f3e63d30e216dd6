"""Sends notifications to the targets of players: each module knows one way."""
