"""Options of a table, as they are given on a command line."""


def read_pairs(text: str) -> dict[str, str]:
    """Read `name=value,...`. Raises `ValueError` for anything else."""
    return dict(part.split("=", 1) for part in text.split(",") if part)
