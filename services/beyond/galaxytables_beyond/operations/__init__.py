"""What cards, spaces and tracks let players do: each operation, whether it can be done, and how it is done."""
