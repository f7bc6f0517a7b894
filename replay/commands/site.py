"""The command site: the public site as static files, and the settings of a federation's own."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from ledger import Checkpoint, LedgerError
from replay.answers.language import LANGUAGES, language
from replay.answers.terminal import hint, inform, progress
from replay.commands.audit import Signing
from replay.commands.options import collect_rarely, current_place, open_office
from replay.office.key_files import given_key
from replay.office.office import Office
from wording import say, say_n
from wording.visible import visible

site = App(
    name="site",
    help="The public site as static files: published lists, players, tournaments, and a page that checks ratings.",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)


def write(
    folder: Path,
    /,
    *,
    settings: Annotated[Path | None, Parameter(name="--settings")] = None,
    signing: Signing = Signing(),
) -> None:
    """Write the public site: published lists, their players and tournaments, as files for any host.

    Parameters
    ----------
    folder
        Where to write it. A second run writes only what changed; files of others are left alone.
    settings
        What the federation says about its site: name, contact, languages, colours, witnesses. Default: site.toml in the
        ledger's folder, if it is there.
    """
    from replay.site.build import Site, SiteInputs
    from replay.site.folder import SiteFolder
    from replay.site.settings import SiteSettings, read_settings
    from replay.site.unchanged import made_from

    collect_rarely()
    file = settings or Path(current_place()) / "site.toml"
    chosen = SiteSettings(
        languages=(language(), *(code for code in LANGUAGES if code != language()))
    )
    logo = b""
    if settings is not None or file.is_file():
        chosen, logo = read_settings(file)
    there = SiteFolder(folder)
    with open_office() as office:
        inputs = SiteInputs(chosen, logo, _checkpoint(office, signing))
        whole = made_from(office, inputs)
        if there.is_as_written(whole):
            _tell(folder, 0, len(there.manifest.files), 0)
            return
        with progress(say("published lists")) as advance:
            made = Site(office, inputs, advance)
            files = made.files()
        with progress(say("writing pages"), len(files)) as advance:
            done = there.write(files, whole, advance)
    _tell(folder, done.written, done.unchanged, done.removed)


def _tell(folder: Path, number: int, unchanged: int, removed: int) -> None:
    written = say_n(
        "{file}: {number} file written, {unchanged} unchanged, {removed} removed",
        "{file}: {number} files written, {unchanged} unchanged, {removed} removed",
        number,
        file=visible(str(folder / "index.html")),
        unchanged=unchanged,
        removed=removed,
    )
    inform(written)


def _checkpoint(office: Office, signing: Signing) -> Checkpoint | None:
    """The checkpoint that everything on the site leads to: given, or signed now up to the newest publication."""
    log = office.log
    published = log.published()
    if signing.checkpoint is not None:
        return signing.signed(log, None, needed=True)
    key = given_key(signing.key)
    if not published:
        return None
    if not log.keyring().announced:
        if key is not None:
            hint(
                "this ledger has announced no key, so nothing is signed: rating-ledger keys announce puts "
                "the key on record"
            )
        return None
    if key is None:
        hint(
            "no key is given, so the newest list cannot be checked yet: name the key with --key, or a signed "
            "checkpoint with --checkpoint"
        )
        return None
    return signing.signed(log, max(published), needed=True)


def new(file: Path, /) -> None:
    """Write the settings of a site with comments, to be filled in: name, contact, languages, colours, witnesses.

    Parameters
    ----------
    file
        Where to write them, such as site.toml.
    """
    from replay.site.settings import EXAMPLE

    if file.exists():
        raise LedgerError(
            say("there is such a file already"), place=str(file), remedy=say("name another file")
        )
    file.write_text(EXAMPLE, encoding="utf-8")
    inform("wrote {file}: fill it in, then rating-ledger site FOLDER --settings {file}", file=file)


site.default(write)
site.command(new)
