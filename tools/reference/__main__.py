"""`make reference`: write the generated pages of `docs/reference/`."""

import sys

from tools.reference.pages import FOLDER, generated_files, pages


def main() -> int:
    """Write every page, and remove generated pages that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    written = pages()
    for file in generated_files():
        if file.name not in written:
            file.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
