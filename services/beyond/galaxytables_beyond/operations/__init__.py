"""The operations of cards, spaces and tracks: whether each can be carried out, and how."""
