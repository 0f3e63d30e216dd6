"""Helpers for cubes, discs, ships, control and free spaces, which operations and phases share."""
