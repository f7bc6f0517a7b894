"""The command site: the public site as static files."""

from pathlib import Path

from replay.answers.language import tr_n
from replay.answers.terminal import progress, tell
from replay.commands.options import open_office
from wording import say
from wording.visible import visible


def site(folder: Path, /) -> None:
    """Write the public site: published lists, their players and tournaments, as files for any host.

    Parameters
    ----------
    folder
        Where to write it. A second run writes only what changed; files of others are left alone.
    """
    from replay.site.build import Site
    from replay.site.folder import write_files

    with open_office() as office:
        with progress(say("published lists")) as advance:
            files = Site(office, advance).files()
        with progress(say("writing pages"), len(files)) as advance:
            done = write_files(folder, files, advance)
    told = {
        "file": visible(str(folder / "index.html")),
        "unchanged": done.unchanged,
        "removed": done.removed,
    }
    written = tr_n(
        "{file}: {number} file written, {unchanged} unchanged, {removed} removed",
        "{file}: {number} files written, {unchanged} unchanged, {removed} removed",
        done.written,
        **told,
    )
    tell(f"{written}\n")
