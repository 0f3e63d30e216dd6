"""The steps and phases of a round, with one module for each."""
