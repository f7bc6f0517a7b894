"""The receipt of a list: which rules and why, which facts, which bytes came out."""

import re
from datetime import date
from importlib.metadata import version as package_version

from msgspec import Struct

from schemes import Rules

PROGRAM = "rating-ledger"


class Receipt(Struct, frozen=True):
    """Everything a list depends on, and its digest. The same four things give the same list for ever."""

    scheme: str
    version: str
    why: str
    readings: dict[str, str]
    reform: str
    rules: str
    list_date: date
    position: int
    checkpoint: str
    package: str
    rows: int
    digest: str


def receipt_of(rules: Rules, listed: date, position: int, checkpoint: str, rows: int, digest: str) -> Receipt:
    """The receipt of a list that was just made."""
    return Receipt(
        scheme=rules.scheme,
        version=rules.latest(listed).name,
        why=why_versions(rules),
        readings=rules.readings,
        reform=rules.reform,
        rules=rules.fingerprint,
        list_date=listed,
        position=position,
        checkpoint=checkpoint,
        package=f"{PROGRAM} {package_version('rating-ledger')}",
        rows=rows,
        digest=digest,
    )


def why_versions(rules: Rules) -> str:
    """Why these versions: each holds for tournaments that start on or after its date."""
    return "; ".join(f"{version.name} for what starts from {version.since} on" for version in rules.versions)


def is_package(text: object) -> bool:
    """Is this the name and version of a program that makes receipts?"""
    return isinstance(text, str) and re.fullmatch(rf"{PROGRAM} \d[0-9A-Za-z.+!-]*", text) is not None
