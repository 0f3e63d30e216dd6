"""Who is who and what they may do: tokens, sessions, sanctions, and how much each may ask for."""
