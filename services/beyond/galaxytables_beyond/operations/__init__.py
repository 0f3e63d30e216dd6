"""The operations of cards, spaces and tracks: tests whether an operation can be carried out, and carries it out."""
