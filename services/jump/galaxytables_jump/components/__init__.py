"""The cards of Jump Drive: their data, and how it is read and checked."""
