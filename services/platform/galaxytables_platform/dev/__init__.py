"""A small platform for whoever writes a game: it serves that game alone, and follows what is changed in its package."""
