"""What lies on the table and how it changes: cubes, discs, ships, control, and free spaces."""
