"""The command serve: the web desk."""

import signal
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ledger.errors import LedgerError
from replay.answers.terminal import hint, inform
from replay.commands.options import current_place, lists_folder, option_group
from replay.world.limits import MB, limit_memory
from wording import say
from wording.visible import visible

if TYPE_CHECKING:
    from replay.web.access import Access

_HERE = say(
    "only this machine reaches it; for others, put a reverse proxy with TLS before it (rating-ledger help operate)"
)
_ELSEWHERE = say(
    "whoever reaches this address can use it, and nothing is encrypted; better: --host 127.0.0.1 behind "
    "a reverse proxy with TLS (rating-ledger help operate)"
)


@option_group
class ServerOptions:
    """How the server listens, and what it may take."""

    host: str = "127.0.0.1"
    "Where to listen (default: 127.0.0.1, this machine alone)."
    port: int = 8000
    "The port (default: 8000); 0 takes a free one."
    proxy: tuple[str, ...] = ()
    "The address of a reverse proxy whose X-Forwarded headers are believed (default: one on this machine)."
    keep_alive: int = 5
    "How many seconds a connection stays open without a request (default: 5)."
    connections: int = 1000
    "How many requests are taken at the same time; more are answered with 503 (default: 1000)."
    upload_mb: int = 50
    "How large a file may be that is sent for import, in MB (default: 50)."
    memory_mb: int | None = None
    "How much memory the desk may use, in MB (default: three quarters of the machine's)."

    def check(self) -> None:
        """Refuse numbers that would let nothing in."""
        for name in ("keep_alive", "connections", "upload_mb", "memory_mb"):
            number = getattr(self, name)
            if number is not None and number < 1:
                option = "--" + name.replace("_", "-")
                wrong = say("{option} {number} lets nothing in", option=option, number=number)
                raise LedgerError(wrong, remedy=say("use 1 or more"))


def serve(
    server: ServerOptions = ServerOptions(),
    *,
    office: Path | None = None,
    name: str = "",
    allow_host: tuple[str, ...] = (),
    log: Literal["text", "json", "off"] = "text",
    log_level: Literal["critical", "error", "warning", "info", "debug"] = "warning",
) -> None:
    """Open the web desk: lists, players, tournaments, the log, in a browser. It only reads, unless with --office.

    Parameters
    ----------
    office
        The file of those who may sign in and append (`rating-ledger office FILE add NAME …` makes it).
    name
        The name of the office, at the head of every page (default: that in the office file).
    allow_host
        Another name under which the desk is reached, such as that of a reverse proxy.
    log
        How the log of the desk is written to standard error: a line for each request (default), JSON Lines, or not.
    log_level
        Which messages of the web server itself are written as well (default: warning).
    """
    from replay.web.app import DeskOptions
    from replay.web.desk import Desk
    from replay.web.hosts import LOCAL, HostNames
    from replay.web.journal import DeskJournal
    from replay.web.office_file import readable_by_others
    from replay.web.server import ServerSettings, address_of, listen, serve_until_stopped

    server.check()
    host = server.host
    access = None if office is None else _access(office)
    options = DeskOptions(access, HostNames(host, allow_host), server.upload_mb * MB, name)
    settings = ServerSettings(log_level, server.proxy, server.keep_alive, server.connections)
    desk_of_place = Desk(current_place(), lists_folder(), DeskJournal(log))
    with closing(desk_of_place) as desk, closing(listen(host, server.port)) as sock:
        values = {"address": address_of(sock), "place": visible(desk.log.store.name)}
        if office is None:
            inform("the desk is at {address} (read-only, of {place}); Ctrl-C stops it", **values)
        else:
            inform("the desk is at {address} (with sign-in, of {place}); Ctrl-C stops it", **values)
        inform(_HERE if host in LOCAL else _ELSEWHERE)
        if office is not None and readable_by_others(office):
            file = visible(str(office))
            hint("{file}: others can read the hashed passwords → chmod 600 {file}", file=file)
        sys.stdout.flush()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            limit_memory(server.memory_mb)
            serve_until_stopped(desk, sock, options, settings)
    hint("stopped")


def _access(office: Path) -> "Access":
    """Who may sign in; a file that is wrong is told before the desk opens."""
    from replay.web.access import Access

    access = Access(office)
    if not access.settings.people:
        remedy = say(
            "add somebody: rating-ledger office {office} add NAME --role publisher", office=office
        )
        raise LedgerError(
            say("nobody is in the office file, so nobody could sign in"),
            place=str(office),
            remedy=remedy,
        )
    return access
