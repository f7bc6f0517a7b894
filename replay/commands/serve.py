"""The command serve: the web desk."""

import signal
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.errors import LedgerError
from ledger.text import visible
from replay.commands.options import current_place, lists_folder
from replay.language import said, tr
from replay.terminal import remark, tell
from wording import say

if TYPE_CHECKING:
    from replay.web.access import Access

_MB = 1_000_000
_HERE = said("only this machine reaches it; for others, put a reverse proxy with TLS before it (docs/desk.md)")
_ELSEWHERE = said(
    "whoever reaches this address can use it, and nothing is encrypted; better: --host 127.0.0.1 behind "
    "a reverse proxy with TLS (docs/desk.md)"
)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    office: Path | None = None,
    allow_host: tuple[str, ...] = (),
    upload_mb: int = 50,
) -> None:
    """Open the web desk: lists, players, tournaments, the log, in a browser. It only reads, unless with --office.

    Parameters
    ----------
    host
        Where to listen (default: 127.0.0.1, this machine alone).
    port
        The port (default: 8000); 0 takes a free one.
    office
        The file of those who may sign in and append (`rating-ledger office FILE add NAME …` makes it).
    allow_host
        Another name under which the desk is reached, such as that of a reverse proxy.
    upload_mb
        How large a file may be that is sent for import, in MB (default: 50).
    """
    from replay.web.app import DeskOptions
    from replay.web.desk import Desk
    from replay.web.hosts import LOCAL, HostNames
    from replay.web.office_file import readable_by_others
    from replay.web.server import address_of, listen, serve_until_stopped

    if upload_mb < 1:
        raise LedgerError(say("--upload-mb {size} lets nothing in", size=upload_mb), remedy=say("use 1 or more"))
    options = DeskOptions(None if office is None else _access(office), HostNames(host, allow_host), upload_mb * _MB)
    with closing(Desk(current_place(), lists_folder())) as desk, closing(listen(host, port)) as sock:
        told = {"address": address_of(sock), "place": visible(desk.log.store.name)}
        if office is None:
            tell(tr("the desk is at {address} (read-only, of {place}); Ctrl-C stops it", **told) + "\n")
        else:
            tell(tr("the desk is at {address} (with sign-in, of {place}); Ctrl-C stops it", **told) + "\n")
        tell(tr(_HERE if host in LOCAL else _ELSEWHERE) + "\n")
        if office is not None and readable_by_others(office):
            file = visible(str(office))
            remark(tr("{file}: others can read the hashed passwords → chmod 600 {file}", file=file) + "\n")
        sys.stdout.flush()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            serve_until_stopped(desk, sock, options)
    remark(tr("stopped") + "\n")


def _access(office: Path) -> "Access":
    """Who may sign in; a file that is wrong is told before the desk opens."""
    from replay.web.access import Access

    access = Access(office)
    if not access.settings.people:
        remedy = say("add somebody: rating-ledger office {office} add NAME --role publisher", office=office)
        raise LedgerError(
            say("nobody is in the office file, so nobody could sign in"), place=str(office), remedy=remedy
        )
    return access
