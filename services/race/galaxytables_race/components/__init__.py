"""The cards of all sets and the other components: their data, and how it is read and checked."""
