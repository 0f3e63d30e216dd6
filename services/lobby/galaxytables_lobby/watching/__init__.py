"""Who follows what: a table, the lobby, all tables of a player, the seats of a host's bots."""
