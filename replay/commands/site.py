"""The command site: the public site as static files."""

from pathlib import Path

from ledger.text import counted, visible
from replay.commands.options import open_office
from replay.terminal import progress, tell


def site(folder: Path, /) -> None:
    """Write the public site: published lists, their players and tournaments, as files for any host.

    Parameters
    ----------
    folder
        Where to write it. A second run writes only what changed; files of others are left alone.
    """
    from replay.web.site import Site
    from replay.web.site_folder import write_files

    with open_office() as office:
        with progress("published lists") as advance:
            files = Site(office, advance).files()
        with progress("writing pages", len(files)) as advance:
            done = write_files(folder, files, advance)
    counts = f"{done.unchanged} unchanged, {done.removed} removed"
    tell(f"{visible(str(folder / 'index.html'))}: {counted(done.written, 'file')} written, {counts}\n")
