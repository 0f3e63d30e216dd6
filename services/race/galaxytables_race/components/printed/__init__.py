"""What is printed on everything that lies on the table, as facts for the catalogue."""
