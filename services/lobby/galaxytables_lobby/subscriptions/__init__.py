"""Subscriptions to a table, the lobby, a player's own tables and a host's bots; and the projections for each viewer."""
