"""The steps of a game, one module per phase, as the rulebook names them."""
