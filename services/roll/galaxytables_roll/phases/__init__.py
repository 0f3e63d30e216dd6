"""The steps and phases of a round, in one module each."""
