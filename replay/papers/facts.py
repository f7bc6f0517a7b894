"""What a paper was made from, in words: the receipt at its foot."""

import hashlib
from collections.abc import Mapping
from datetime import date

from replay.answers.data import csv_of
from replay.answers.language import tr
from replay.answers.table import Table
from replay.lists.rating_list import RatingList, Receipt
from replay.office.office import is_to_come, to_come
from replay.which import AsKnown
from schemes import Rules, Scheme
from schemes.kernels.rules import ALWAYS, Version

Pairs = list[tuple[str, str]]


def rules_facts(scheme: Scheme, rules: Rules) -> Pairs:
    """Which regulation, version and readings; those in force are not listed one by one."""
    force = {reading.name: reading.force for reading in scheme.readings}
    other = {name: choice for name, choice in rules.readings.items() if force.get(name) != choice}
    versions = "; ".join(map(_version, rules.versions))
    return [
        ("scheme", f"{tr(scheme.title)} ({scheme.name})"),
        ("version", versions),
        ("readings", readings_text(other)),
        *([("changed rules", rules.reform)] if rules.reform else []),
        ("rules", f"sha256:{rules.fingerprint}"),
    ]


def _version(version: Version) -> str:
    if version.since == ALWAYS:
        return version.name
    return tr("{version} for what starts from {date} on", version=version.name, date=version.since)


def readings_text(other: Mapping[str, str]) -> str:
    """The readings that are not those in force."""
    if not other:
        return tr("as in force")
    return tr(
        "as in force, but {readings}",
        readings=", ".join(f"{n}={c}" for n, c in sorted(other.items())),
    )


def log_facts(known: AsKnown, checkpoint: str, *, on: date | None = None) -> Pairs:
    """What was known, and the checkpoint that the log had then; of a day to come, that it is one."""
    events = tr("all events up to #{position}", position=known.position)
    if known.rate_as:
        events = tr(
            "{known}, and supposed: tournaments approved for other schemes are approved for this one",
            known=events,
        )
    if on is not None and is_to_come(on):
        events = f"{events}; {tr(to_come(on))}"
    return [("known", events), ("checkpoint", " ".join(checkpoint.split()) or tr("none"))]


def list_receipt(made: RatingList, known: Receipt | None = None) -> Pairs:
    """The receipt of a list; not worked out again if it is known."""
    receipt = known or made.receipt
    return [
        *rules_facts(made.scheme, made.rules),
        ("list of", str(made.list_date)),
        *log_facts(made, made.checkpoint, on=made.list_date),
        ("rows", str(receipt.rows)),
        ("digest of the list's csv", receipt.digest),
        ("made by", receipt.package),
    ]


def table_digest(table: Table) -> tuple[str, str]:
    """The digest of a table's csv, with which anybody can compare it."""
    digest = hashlib.sha256()
    for piece in csv_of(table):
        digest.update(piece.encode())
    return tr("digest of the answer's csv"), f"sha256:{digest.hexdigest()}"
