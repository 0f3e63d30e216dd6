"""`make reference`: write the generated pages of `docs/reference/`, and the settings that an installation knows."""

import sys

from galaxytables_platform.config import KNOWN
from tools.reference.pages import FOLDER, generated_files, pages
from tools.reference.settings_page import known_settings


def main() -> int:
    """Write every page, and remove generated pages that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    written = pages()
    for file in generated_files():
        if file.name not in written:
            file.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    KNOWN.write_text(known_settings(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
