"""The cards of Jump Drive: what is printed on them, how it is read, checked and shown."""
