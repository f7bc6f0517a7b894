"""The command help: the documentation, on the terminal."""

import sys
from pathlib import Path

from ledger.errors import LedgerError
from replay.answers.language import language, tr
from replay.answers.terminal import put, tell
from wording import say

CHECKOUT = Path(__file__).resolve().parents[2] / "docs"
INSTALLED = Path(sys.prefix) / "share" / "rating-ledger" / "docs"


def help_(topic: str | None = None, /) -> None:
    """Show a page of the documentation, or what pages there are.

    Parameters
    ----------
    topic
        The page: desk, files, operate, trust … Without it all are listed.
    """
    pages = _pages()
    if topic is None:
        lines = [tr("pages of the documentation: rating-ledger help TOPIC")]
        width = max(map(len, pages))
        lines += [f"  {name:{width}}  {_title(page)}" for name, page in pages.items()]
        tell("".join(f"{line}\n" for line in lines))
        return
    page = pages.get(topic.removesuffix(".md"))
    if page is None:
        raise LedgerError(
            say("there is no page {topic!r}", topic=topic),
            remedy=say("one of: {pages}", pages=", ".join(sorted(pages))),
        )
    _show(page.read_text(encoding="utf-8"))


def _pages() -> dict[str, Path]:
    """The pages of this installation by name, in the order of the tables of their index.

    Those in the reader's language take the place of others, and stand first.
    """
    folder = CHECKOUT if CHECKOUT.is_dir() else INSTALLED
    translated = folder / language()
    files = [*folder.glob("*.md"), *translated.glob("*.md")]
    if not files:
        raise LedgerError(
            say("the documentation was not installed with the program"),
            place=str(folder),
            remedy=say("install the wheel again, with its data files"),
        )
    indexes = [page for page in (translated / "index.md", folder / "index.md") if page.exists()]
    lines = [line for page in indexes for line in page.read_text(encoding="utf-8").splitlines()]
    order = "".join(["[index.md]", *(line for line in lines if line.startswith("|"))])
    pages = {page.stem: page for page in files}
    return dict(sorted(pages.items(), key=lambda entry: order.find(f"[{entry[0]}.md]")))


def _title(page: Path) -> str:
    with page.open(encoding="utf-8") as lines:
        return next(lines).removeprefix("# ").strip()


def _show(text: str) -> None:
    """On a terminal set like a page, through its pager; in a pipe as it was written."""
    if not sys.stdout.isatty():
        put(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text))
