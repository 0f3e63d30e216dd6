"""Players and what they may do: tokens, sessions, sanctions and limits."""
