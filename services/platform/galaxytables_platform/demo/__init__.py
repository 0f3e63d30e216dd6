"""`make demo`: tables of bots, hosted, watched and checked through the public API on a platform of their own."""
