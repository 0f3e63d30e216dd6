"""Who is told what: subscriptions to a table, the lobby, a player's own tables, a host's bots; what each may see."""
