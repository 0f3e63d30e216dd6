"""Who is who: players and their tokens, and names that look like other names."""
