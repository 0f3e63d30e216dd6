"""Helpers that operations and phases share: for cubes, discs, ships, control, and free spaces."""
