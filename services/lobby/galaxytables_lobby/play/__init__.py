"""The use cases at tables, one per module. Each changes a table in one step of `Tables.change`."""
