"""Who is asking: signing in and out, sessions that end, and limits on tries."""

import asyncio
import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from hashlib import sha256
from pathlib import Path

import argon2
from itsdangerous import BadSignature, Signer
from msgspec import Struct

from ledger.errors import LedgerError
from replay.answers.language import tr
from replay.web.office_file import (
    LONGEST_PASSWORD,
    OfficeFile,
    Person,
    Visitor,
    read_office_file,
    same_name,
)

IDLE = 60 * 60  # seconds without a request after which a session ends
WINDOW = 15 * 60  # seconds for which a wrong try counts
MOST_BY_NAME = 10
MOST_BY_ADDRESS = 30  # wrong tries within that time
MOST_WAITING = 20  # people who sign in at the same time; each takes a part of a second
MOST_REMEMBERED = 10_000  # names and addresses with wrong tries
Clock = Callable[[], float]


class Tries:
    """Wrong tries of late, by name or address. Each counts for WINDOW seconds."""

    def __init__(self, most: int, clock: Clock) -> None:
        self._most = most
        self._clock = clock
        self._failed: dict[str, deque[float]] = {}

    def wait(self, key: str) -> float:
        """Seconds until there may be another try; 0 if there may be one now."""
        times = self._failed.get(key, deque())
        while times and times[0] <= self._clock() - WINDOW:
            times.popleft()
        if len(times) >= self._most:
            return times[0] + WINDOW - self._clock()
        return 0

    def failed(self, key: str) -> None:
        self._failed.setdefault(key, deque()).append(self._clock())
        if len(self._failed) > MOST_REMEMBERED:
            del self._failed[next(iter(self._failed))]

    def forget(self, key: str) -> None:
        self._failed.pop(key, None)


class Browsers:
    """Ties every form to the browser that it was sent to, also where nobody can sign in.

    The cookie is a signed random id, and a form has a token that fits only this cookie: a page elsewhere, which knows
    neither, cannot send anything in the name of a visitor.
    """

    def __init__(self) -> None:
        secret = secrets.token_bytes(32)
        self._cookies = Signer(secret, salt="cookie", digest_method=sha256)
        self._forms = Signer(secret, salt="form", digest_method=sha256)

    def key(self, cookie: str | None) -> str | None:
        """The id in a cookie that this desk gave away."""
        try:
            return self._cookies.unsign(cookie or "").decode()
        except BadSignature:
            return None

    def visitor(self, key: str, person: Person | None = None, *, can_sign_in: bool) -> Visitor:
        cookie = self._cookies.sign(key).decode()
        token = self._forms.get_signature(key).decode()
        return Visitor(person=person, token=token, cookie=cookie, can_sign_in=can_sign_in)

    def reader(self, cookie: str | None) -> Visitor:
        """Whoever looks at a desk that can only be read."""
        return self.visitor(self.key(cookie) or new_key(), can_sign_in=False)


def new_key() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(32)


class Session(Struct):
    """Somebody who is signed in, and when they last asked for something."""

    person: Person
    seen: float


class Access:
    """The office file of a desk, and who is signed in. Sessions live as long as the desk runs.

    Signing in gives a new cookie, so that an id which somebody else planted is worth nothing.
    """

    def __init__(
        self,
        file: Path,
        clock: Clock = time.monotonic,
        hasher: argon2.PasswordHasher = argon2.PasswordHasher(),
    ) -> None:
        self._file = file
        self._clock = clock
        self._hasher = hasher
        self._browsers = Browsers()
        self._sessions: dict[str, Session] = {}
        self._names = Tries(MOST_BY_NAME, clock)
        self._addresses = Tries(MOST_BY_ADDRESS, clock)
        # One at a time, in a thread of its own: hashing takes much memory, tries must be counted one by one, and pages
        # must not wait for the threads that wait for it.
        self._signing_in = ThreadPoolExecutor(1, "signing in")
        self._waiting = 0
        self._nobody = hasher.hash(
            secrets.token_hex()
        )  # checked for a name that nobody has, which takes as long
        self._read: tuple[tuple[int, ...], OfficeFile] | None = None

    @property
    def settings(self) -> OfficeFile:
        """The office file as it is now. One that cannot be read lets nobody in."""
        try:
            status = self._file.stat()
        except OSError:
            return read_office_file(self._file)
        version = status.st_mtime_ns, status.st_size, status.st_ino, status.st_mode
        if self._read is None or self._read[0] != version:
            self._read = version, read_office_file(self._file)
        return self._read[1]

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names of the desk that the office file allows."""
        try:
            return self.settings.hosts
        except LedgerError:
            return ()

    def visitor(self, cookie: str | None) -> Visitor:
        """Whoever sent a cookie. A session ends after idle time, and when the person's entry changes."""
        key = self._browsers.key(cookie)
        if key is None:
            return self._visitor(new_key())
        session = self._sessions.get(key)
        now = self._clock()
        if session is None:
            return self._visitor(key)
        if now - session.seen > IDLE or self.settings.person(session.person.name) != session.person:
            self._sessions.pop(key, None)
            return self._visitor(key)
        session.seen = now
        return self._visitor(key, session.person)

    def _visitor(self, key: str, person: Person | None = None) -> Visitor:
        return self._browsers.visitor(key, person, can_sign_in=True)

    async def sign_in(self, name: str, password: str, address: str) -> Visitor:
        """A new session for whoever knows the password; an error if it is wrong or was tried too often."""
        if self._waiting >= MOST_WAITING:
            wrong = tr("too many people are signing in")
            raise LedgerError(wrong, tr("try again in a moment"), code="too-often")
        self._waiting += 1
        try:
            work = partial(copy_context().run, self._signed_in, name, password, address)
            return await asyncio.get_running_loop().run_in_executor(self._signing_in, work)
        finally:
            self._waiting -= 1

    def _signed_in(self, name: str, password: str, address: str) -> Visitor:
        self._refuse_too_many(same_name(name), address)
        person = self.settings.person(name)
        if not self._fits(person.password if person else self._nobody, password) or person is None:
            self._names.failed(same_name(name))
            self._addresses.failed(address)
            wrong = tr("the name or the password is wrong")
            raise LedgerError(wrong, tr("try again"), code="denied")
        self._names.forget(same_name(name))
        now = self._clock()
        self._sessions = {
            key: each for key, each in self._sessions.items() if now - each.seen <= IDLE
        }
        key = new_key()
        self._sessions[key] = Session(person, now)
        return self._visitor(key, person)

    def _fits(self, hash_: str, password: str) -> bool:
        if len(password) > LONGEST_PASSWORD:
            return False
        try:
            return self._hasher.verify(hash_, password)
        except argon2.exceptions.VerificationError:
            return False

    def _refuse_too_many(self, name: str, address: str) -> None:
        wait = max(self._names.wait(name), self._addresses.wait(address))
        if wait > 0:
            minutes = int(-(-wait // 60))
            wrong = tr("too many wrong tries for this name or from this address")
            remedy = tr("try again in {minutes} min", minutes=minutes)
            raise LedgerError(wrong, remedy, code="too-often")

    def sign_out(self, cookie: str | None) -> None:
        self._sessions.pop(self._browsers.key(cookie) or "", None)


def is_own(visitor: Visitor, token: str | None) -> bool:
    """Whether a form was sent from a page of ours to this very browser."""
    return bool(visitor.token) and hmac.compare_digest(
        visitor.token.encode(), (token or "").encode()
    )
