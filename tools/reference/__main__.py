"""`make reference` writes everything that is generated from the code.

These are pages of `docs/reference/`, the list of settings for `galaxytables`, and the gateway's `openapi.json`.
"""

import sys

from galaxytables_platform.config import KNOWN
from tools.openapi import document
from tools.reference.pages import FOLDER, generated_files, pages
from tools.reference.settings_page import known_settings


def main() -> int:
    """Write every file, and remove pages that are no longer generated. Returns the exit code."""
    FOLDER.mkdir(exist_ok=True)
    written = pages()
    for file in generated_files():
        if file.name not in written:
            file.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    KNOWN.write_text(known_settings(), encoding="utf-8")
    document.FILE.write_text(document.text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
