"""The configuration of Sphinx. The environment variable `GALAXYTABLES_VERSION` is the version to describe."""

import os

project = author = "Galaxy Tables"
version = release = os.environ["GALAXYTABLES_VERSION"]
html_title = f"{project} {version}"
extensions = ["myst_parser"]
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 4
myst_links_external_new_tab = False
