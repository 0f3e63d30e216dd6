"""The cards of all sets and what else is in the boxes: what is printed, how it is read, checked and shown."""
