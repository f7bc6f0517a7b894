"""Receipts in the hands of an auditor: the list of a receipt, made again from the log alone."""

import hashlib
from pathlib import Path

import msgspec

from ledger import Checkpoint, LedgerError
from ledger.log.json_bounds import unambiguous
from ledger.tree.verify import Check
from ledger.whole_file import read_bytes
from replay.lists.list_files import differing, file_rows
from replay.lists.rating_list import RatingList, Receipt, make_list, other_rules
from replay.office.office import Office
from replay.which import WhichList
from replay.world.world import replay
from schemes import Rules, Scheme
from schemes.kernels.errors import rules_error
from schemes.kernels.rules import reform_of_receipt
from wording import joined, message_of, say, say_n

_FACTS = ("list_date", "position", "checkpoint", "rows", "digest", "root")
_SAME = ("version", "readings", *_FACTS)


def read_receipt(content: bytes, place: str) -> Receipt:
    """A receipt as `publish` and `list --receipt` write it."""
    try:
        return msgspec.json.decode(unambiguous(content), type=Receipt)
    except (msgspec.MsgspecError, RecursionError) as error:
        remedy = say(
            "give the .receipt.json beside a published list, or what list --receipt writes"
        )
        raise LedgerError(
            say("not a receipt: {error}", error=message_of(error)), place=place, remedy=remedy
        ) from None


def check_receipt(office: Office, receipt: Receipt, list_file: Path | None) -> list[Check]:
    """Make the list of a receipt again from the log alone; compare it with the receipt and, if given, a csv file."""
    name = say("receipt {scheme} {date}", scheme=receipt.scheme, date=receipt.list_date)
    try:
        rules = _rules(office.schemes[receipt.scheme], receipt)
    except LedgerError as error:
        if not error.is_of_rules:
            raise
        return [Check(name, False, joined(" → ", filter(None, (error.wrong, error.remedy))))]
    with office.from_log_alone() as alone:
        made = _made_again(alone, receipt, rules)
        if receipt.root:
            again = made.published_receipt
        else:
            again = made.receipt
    unsigned = msgspec.structs.replace(
        receipt,
        checkpoint=msgspec.structs.replace(
            Checkpoint.parse(receipt.checkpoint), signatures=()
        ).text,
    )
    same = _SAME if receipt.rules == again.rules else _FACTS
    wrong = [field for field in same if getattr(again, field) != getattr(unsigned, field)]
    if (
        wrong == ["digest"] and receipt.root and made.unread_names
    ):  # the csv had names that can no longer be read
        wrong = []
    if wrong:
        others = other_rules(made, receipt.regulation, receipt.code, receipt.rules)
    else:
        others = ""
    detail = say_n(
        "{number} row made again from #{position}, digest {digest}",
        "{number} rows made again from #{position}, digest {digest}",
        receipt.rows,
        position=receipt.position,
        digest=made.digest,
    )
    if wrong:
        facts = {field: repr(getattr(again, field)) for field in wrong}
        lines = [say("{field} is {value} by the log", field=f, value=v) for f, v in facts.items()]
        detail = joined("", (others, joined("; ", lines)))
    elif made.digest != receipt.digest:
        since = say(": every row is the same, names were erased or sealed since")
        detail = joined("", (detail, since))
    checks = [Check(name, not wrong, detail)]
    if list_file is None:
        return checks
    return [*checks, _check_list(made, receipt, list_file)]


def _made_again(office: Office, receipt: Receipt, rules: Rules) -> RatingList:
    """The list; if its digest is another one, perhaps it was made with --all."""
    which = WhichList(receipt.scheme, receipt.list_date, receipt.position, rules, receipt.rate_as)
    replayed = replay(office.world(which), office.states, which.day)
    checkpoint = office.checkpoint(receipt.position)
    made, with_all = (make_list(replayed, checkpoint, every=every) for every in (False, True))
    if with_all.digest == receipt.digest:
        return with_all
    return made


def _rules(chosen: Scheme, receipt: Receipt) -> Rules:
    """The rules whose fingerprint is in the receipt: those in force, with its readings, version and --set."""
    readings = {reading.name for reading in chosen.readings}
    for version in (None, receipt.version.rstrip("*")):
        try:
            reform = reform_of_receipt(receipt.reform, readings)
            rules = chosen.rules(reform, version, receipt.readings)
        except LedgerError:
            continue
        if rules.fingerprint == receipt.rules:
            return rules
    if receipt.reform:
        remedy = say(
            "make it with list --known and --receipt under the same reform, and compare the digests"
        )
        raise rules_error(
            say(
                "the receipt names a reform, {reform!r}, and does not contain it",
                reform=receipt.reform,
            ),
            remedy,
        )
    return chosen.rules(
        readings={name: choice for name, choice in receipt.readings.items() if name in readings}
    )


def _check_list(made: RatingList, receipt: Receipt, file: Path) -> Check:
    name = say("list {file}", file=file)
    there = read_bytes(file)
    rows = say_n("{number} row", "{number} rows", len(made))
    if there == made.csv:
        return Check(name, True, say("{rows}, byte for byte those of the list", rows=rows))
    if file_rows(there) == file_rows(made.csv):
        outcome = say(
            "{rows}, all as on the list; line ends or other signs around them are not", rows=rows
        )
        return Check(name, True, outcome)
    if made.unread_names and receipt.digest == f"sha256:{hashlib.sha256(there).hexdigest()}":
        outcome = say(
            "{rows}, the file whose digest the receipt has; names in it cannot be read here",
            rows=rows,
        )
        return Check(name, True, outcome)
    return Check(
        name, False, say("not the list of the receipt{rows}", rows=differing(there, made.csv))
    )
