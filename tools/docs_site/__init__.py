"""Builds the documentation site from the pages of the repository, for `make docs`."""
