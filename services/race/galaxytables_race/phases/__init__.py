"""The steps of a game, in one module for each phase of the rulebook."""
