"""How Sphinx makes the site of the documentation."""

project = "Rating Ledger"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Rating Ledger"
html_copy_source = False
html_show_copyright = False
myst_heading_anchors = 4
myst_fence_as_directive: list[str] = []
suppress_warnings = [
    "myst.xref_missing",
    "myst.header",
    "misc.highlighting_failure",
    "toc.not_included",
]
templates_path: list[str] = []
exclude_patterns = ["pictures/*.md"]
