"""What happens at tables, a module for each use: it looks at a table and changes it by `Tables.change`, in one step."""
