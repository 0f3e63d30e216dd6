"""The operations of cards, spaces and tracks: tests whether each can be carried out, and carries it out."""
