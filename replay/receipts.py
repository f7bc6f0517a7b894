"""Receipts in the hands of an auditor: the list of a receipt, made again from the log alone."""

from pathlib import Path

import msgspec

from ledger import Checkpoint, LedgerError
from ledger.text import counted
from ledger.verify import Check
from replay.list_files import differing, file_rows
from replay.office import Office
from replay.rating_list import RatingList, Receipt, make_list, other_rules
from replay.world import World, replay
from schemes import Rules, SchemeError, scheme
from schemes.kernels.rules import reform_from_words

_FACTS = ("list_date", "position", "checkpoint", "rows", "digest")
_SAME = ("version", "readings", *_FACTS)


def read_receipt(content: bytes, place: str) -> Receipt:
    """A receipt as `publish` and `list --receipt` write it."""
    try:
        return msgspec.json.decode(content, type=Receipt)
    except (msgspec.MsgspecError, RecursionError) as error:
        remedy = "give the .receipt.json beside a published list, or what list --receipt writes"
        raise LedgerError(f"not a receipt: {error}", place=place, remedy=remedy) from None


def check_receipt(office: Office, receipt: Receipt, list_file: Path | None) -> list[Check]:
    """Make the list of a receipt again from the log alone; compare it with the receipt and, if given, a csv file."""
    name = f"receipt {receipt.scheme} {receipt.list_date}"
    try:
        rules = _rules(receipt)
    except SchemeError as error:
        return [Check(name, False, " ".join(str(error).split()))]
    with office.from_log_alone() as alone:
        made = _made_again(alone, receipt, rules)
    given = msgspec.structs.replace(receipt, checkpoint=_unsigned(receipt.checkpoint))
    same = _SAME if receipt.rules == made.receipt.rules else _FACTS
    wrong = [field for field in same if getattr(made.receipt, field) != getattr(given, field)]
    others = other_rules(made, receipt.regulation, receipt.code, receipt.rules) if wrong else ""
    detail = f"{counted(receipt.rows, 'row')} made again from #{receipt.position}, digest {made.digest}"
    if wrong:
        detail = others + "; ".join(f"{field} is {getattr(made.receipt, field)!r} by the log" for field in wrong)
    found = [Check(name, not wrong, detail)]
    return found if list_file is None else [*found, _check_list(made, list_file)]


def _unsigned(checkpoint: str) -> str:
    """The checkpoint of a receipt as the log gives it, which holds no signatures."""
    return msgspec.structs.replace(Checkpoint.parse(checkpoint), signatures=()).text


def _made_again(office: Office, receipt: Receipt, rules: Rules) -> RatingList:
    """The list; if its digest is another one, perhaps it was made with --all."""
    world = World(
        scheme(receipt.scheme), rules, office.snapshot(receipt.position, rate_as=receipt.rate_as), office.log.origin
    )
    replayed = replay(world, office.states, receipt.list_date)
    checkpoint = office.checkpoint(receipt.position)
    made, with_all = (make_list(replayed, checkpoint, every=every) for every in (False, True))
    return with_all if with_all.digest == receipt.digest else made


def _rules(receipt: Receipt) -> Rules:
    """The rules whose fingerprint is in the receipt: those in force, with its readings, version and --set."""
    chosen = scheme(receipt.scheme)
    readings = {reading.name for reading in chosen.readings}
    changes = [word for word in receipt.reform.split(", ") if word and word.partition("=")[0] not in readings]
    for version in (None, receipt.version.rstrip("*")):
        try:
            rules = chosen.rules(reform_from_words(changes), version, receipt.readings)
        except SchemeError:
            continue
        if rules.fingerprint == receipt.rules:
            return rules
    if receipt.reform:
        remedy = "make it with list --known and --receipt under the same reform, and compare the digests"
        raise SchemeError(f"the receipt names a reform, {receipt.reform!r}, and does not contain it", remedy)
    return chosen.rules(readings={name: choice for name, choice in receipt.readings.items() if name in readings})


def _check_list(made: RatingList, file: Path) -> Check:
    name = f"list {file}"
    try:
        there = file.read_bytes()
    except OSError as error:
        raise LedgerError(f"cannot be read: {error.strerror or error}", place=str(file)) from None
    if there == made.csv:
        return Check(name, True, f"{counted(len(made), 'row')}, byte for byte those of the list")
    if file_rows(there) == file_rows(made.csv):
        return Check(
            name, True, f"{counted(len(made), 'row')}, all as on the list; line ends or other signs around them are not"
        )
    return Check(name, False, f"not the list of the receipt{differing(there, made.csv)}")
