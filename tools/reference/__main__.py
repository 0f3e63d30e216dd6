"""`make reference`: write `docs/reference/` anew."""

import sys

from tools.reference.pages import FOLDER, pages


def main() -> int:
    """Write every page, and remove what is none any more."""
    FOLDER.mkdir(exist_ok=True)
    written = pages()
    for file in FOLDER.iterdir():
        if file.name not in written:
            file.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
