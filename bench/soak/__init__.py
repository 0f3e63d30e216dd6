"""Plays tables of all games for minutes while processes are killed at random.

At every table an automatic player of the public API plays against a random bot. At some tables there is also a second
player who sits down and never answers, so that the clock must. As soon as a game ends, its record is verified, and
every acknowledged choice and every deadline is looked up in it; then the next table opens. Memory is watched all the
time.
"""
