"""New Game: README.md tells its rules."""
