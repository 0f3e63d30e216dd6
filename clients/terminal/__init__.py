"""The terminal client: one client for all games, on the public API."""
