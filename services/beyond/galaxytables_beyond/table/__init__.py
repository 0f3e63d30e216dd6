"""What lies on the table and moves there: cubes, discs, ships, who controls what, which spaces are free."""
