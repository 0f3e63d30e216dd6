"""What operations and phases do with the table: cubes, discs, ships, control, and free spaces."""
