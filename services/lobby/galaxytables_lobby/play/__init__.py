"""Use cases at tables, one per module; each reads a table and changes it in one step of `Tables.change`."""
