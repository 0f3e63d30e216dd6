"""Games played again by their rules: to look back, and to verify records."""
