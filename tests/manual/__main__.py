"""`python -m tests.manual` (`make docs`) writes the manual page, and the pages that Sphinx makes the site from."""

import re
import shutil
import sys
from pathlib import Path

from tests.manual.man_page import man_page
from tests.manual.reference import PAGES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SOURCE = ROOT / "build" / "docs-source"
# The four kinds of pages, and those in Chinese. Whatever stands nowhere here comes last.
CONTENTS = {
    "Tutorial": ("tutorial",),
    "How to": ("desk", "files", "appeals", "papers", "site", "operate", "postgres", "declared"),
    "Reference": (
        *("commands", "events", "lists", "standings", "compare", "schemes", "sql", "api", "errors"),
        *(f"reference/{name}" for name in PAGES),
    ),
    "Explanation": (
        "trust",
        "whatif",
        "reforms",
        "simulate",
        "federations",
        "scale",
        "architecture",
    ),
    "中文": ("zh-Hans/index", "zh-Hans/getting-started", "zh-Hans/lists"),
}


def main() -> int:
    """Write the manual page into docs/, and all pages of the site into build/docs-source."""
    (DOCS / "rating-ledger.1").write_text(man_page(), encoding="utf-8")
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(DOCS, SOURCE)
    shutil.copy(ROOT / "CHANGELOG.md", SOURCE)
    shutil.copy(Path(__file__).with_name("conf.py"), SOURCE)
    (SOURCE / "reference").mkdir()
    for name, page in PAGES.items():
        (SOURCE / "reference" / f"{name}.md").write_text("\n".join(page()), encoding="utf-8")
    for file in SOURCE.rglob("*.md"):
        file.write_text(without_outside_links(file.read_text(encoding="utf-8")), encoding="utf-8")
    index = SOURCE / "index.md"
    index.write_text(index.read_text(encoding="utf-8") + contents(), encoding="utf-8")
    return 0


def without_outside_links(text: str) -> str:
    """Files of the checkout are not on the site: their links become plain words. The changelog is there."""
    text = re.sub(r"\]\((?:\.\./)*CHANGELOG\.md", "](/CHANGELOG.md", text)
    outside = r"\[([^\]]+)\]\(\.\./(?:\.\./)?(?:[A-Za-z.]+\.md|LICENSE|replay|schemes|tests|ledger)[^)]*\)"
    return re.sub(outside, lambda link: link[0] if _is_page(link[0]) else link[1], text)


def _is_page(link: str) -> bool:
    """Whether a link from a page below leads to a page of the documentation, such as ../files.md."""
    name = re.search(r"\(\.\./([a-z0-9-]+)\.md", link)
    return name is not None and (DOCS / f"{name[1]}.md").exists()


def contents() -> str:
    """What stands at the side of every page."""
    known = {page for pages in CONTENTS.values() for page in pages}
    others = sorted(page.stem for page in DOCS.glob("*.md") if page.stem not in {*known, "index"})
    chinese = sorted(f"zh-Hans/{page.stem}" for page in (DOCS / "zh-Hans").glob("*.md"))
    groups = dict(CONTENTS)
    groups["Explanation"] += tuple(others)
    groups["中文"] += tuple(page for page in chinese if page not in known)
    parts = [_tree(title, pages) for title, pages in groups.items()]
    return "\n" + "\n".join(parts)


def _tree(title: str, pages: tuple[str, ...]) -> str:
    lines = ["```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
