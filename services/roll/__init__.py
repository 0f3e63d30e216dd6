"""Roll for the Galaxy, the base game for two to five."""
