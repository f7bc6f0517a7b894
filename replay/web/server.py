"""Listening and serving."""

import os
import socket
from contextlib import closing
from threading import Timer
from typing import Any

import uvicorn
from msgspec import Struct

from ledger.errors import LedgerError, of_system
from replay.web.app import DeskOptions, desk_app
from replay.web.desk import Desk
from wording import say

SHUTDOWN = 2  # seconds that a request may still take once the desk is stopped
LAST = 4.5  # seconds after which the process ends, whatever still runs in it: what is not committed was never begun


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes requests from now on; port 0 takes a free one."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        wrong = say(
            "cannot listen on {host} port {port}: {why}", host=host, port=port, why=of_system(error)
        )
        raise LedgerError(
            wrong, remedy=say("choose another --port (0 takes a free one) or --host")
        ) from None
    except OverflowError:
        raise LedgerError(
            say("{port} is no port", port=port), remedy=say("use 0 to 65535")
        ) from None


def address_of(sock: socket.socket) -> str:
    """What to type into a browser."""
    host, port = sock.getsockname()[:2]
    if ":" in host:
        return f"http://[{host}]:{port}/"
    return f"http://{host}:{port}/"


class DeskServer(uvicorn.Server):
    """A server that tells all questions to end before it waits for them."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Ctrl-C, or the process is told to end: it has ended a few seconds later."""
        super().handle_exit(sig, frame)
        last = Timer(LAST, os._exit, (0,))
        last.daemon = True
        last.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._desk.jobs.closing.set()
        await super().shutdown(sockets)


class ServerSettings(Struct, frozen=True):
    """What can be set of the web server itself."""

    log_level: str = "warning"
    proxies: tuple[
        str, ...
    ] = ()  # on other machines; without one, as FORWARDED_ALLOW_IPS says, else this machine
    keep_alive: int = 5  # seconds
    connections: int = 1000


def server(
    desk: Desk, options: DeskOptions = DeskOptions(), settings: ServerSettings = ServerSettings()
) -> uvicorn.Server:
    """A server for a desk; `run(sockets=[…])` serves until it is stopped."""
    config = uvicorn.Config(
        desk_app(desk, options), log_level=settings.log_level, access_log=False, server_header=False, lifespan="off",
        timeout_graceful_shutdown=SHUTDOWN, ws="none", timeout_keep_alive=settings.keep_alive,
        limit_concurrency=settings.connections, forwarded_allow_ips=list(settings.proxies) or None,
    )  # fmt: skip
    return DeskServer(config, desk)


def serve_until_stopped(
    desk: Desk, sock: socket.socket, options: DeskOptions, settings: ServerSettings
) -> None:
    """Serve until Ctrl-C, or until the process is told to end."""
    with closing(sock), desk.following():
        server(desk, options, settings).run(sockets=[sock])
