"""What happens at tables, a module for each use: it looks at a table and changes it by `tables/loop.py`, in one step."""
