"""The command serve: the web desk."""

import signal
import sys
from contextlib import closing, suppress

from ledger.text import visible
from replay.commands.options import current_place
from replay.terminal import remark, tell

LOCAL = ("127.0.0.1", "::1", "localhost")


def serve(*, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Open the web desk: lists, players, tournaments, the log, in a browser. Nothing can be appended through it.

    Parameters
    ----------
    host
        Where to listen (default: 127.0.0.1, this machine alone).
    port
        The port (default: 8000); 0 takes a free one.
    """
    from replay.web.desk import Desk
    from replay.web.server import address_of, listen, serve_until_stopped

    with closing(Desk(current_place())) as desk, closing(listen(host, port)) as sock:
        tell(f"the desk is at {address_of(sock)} (read-only, of {visible(current_place())}); Ctrl-C stops it\n")
        if host not in LOCAL:
            remark("anybody who reaches this address can read the ledger; put a proxy with TLS before it\n")
        sys.stdout.flush()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            serve_until_stopped(desk, sock)
    remark("stopped\n")
