"""A small platform for authors: it serves one game, and follows what changes in its package."""
