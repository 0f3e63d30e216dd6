"""Tables of all games played for minutes while processes are killed at random.

At every table a person of the public API (an automatic one) plays against a random bot; at some a second person sat
down and never answers, so that the clock must. As soon as a game ends its record is verified, every acknowledged
choice is looked up in it, and every deadline; then the next table opens. Memory is watched all the while.
"""
