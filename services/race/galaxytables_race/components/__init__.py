"""The cards of all sets and the other components: what is printed on them, how they are read, checked and shown."""
