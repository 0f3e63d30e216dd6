"""The steps of a game, a module a phase, as the rulebook names them."""
