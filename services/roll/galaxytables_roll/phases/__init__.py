"""The steps and phases of a round, one module each."""
