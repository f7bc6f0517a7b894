"""Options that several commands share: which rules, known when, in which form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from ledger.errors import LedgerError
from replay.output import Format, is_table
from schemes.rules import Reform, combined, reform_from_toml, reform_from_words


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Output:
    """How results are written."""

    form: Annotated[Format | None, Parameter(name="--format")] = None
    "table (default on a terminal), csv or json."
    out: Annotated[Path | None, Parameter(name=["-o", "--out"])] = None
    "Write to a file; the form goes by its ending (.csv, .json, .parquet, .xlsx)."

    @property
    def is_table(self) -> bool:
        """Whether people will read it."""
        return is_table(self.form, self.out)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class OtherRules:
    """Rules other than those in force."""

    version: str | None = None
    "This version for everything, whatever its date."
    reform: tuple[Path, ...] = ()
    "A TOML file with changed parameters or readings (docs/reforms.md)."
    changes: Annotated[tuple[str, ...], Parameter(name="--set")] = ()
    "Change one parameter: name=value (`rating-ledger schemes NAME` lists them)."
    reading: tuple[str, ...] = ()
    "Choose another reading: name=choice (`rating-ledger readings NAME` lists them)."
    since: Annotated[date | None, Parameter(name="--from")] = None
    "The day from which --set holds (default: always)."

    def asked(self, scheme: str, *, swept: bool = False) -> Reform:
        """All of it as one reform; `swept`: --from also holds for the values of a sweep."""
        if not self.changes and not swept:
            only_with("--set", {"--from": self.since}, "a --reform file names its own days; a reading holds always")
        files = [reform_from_toml(_read(path), scheme) for path in self.reform]
        return combined([*files, reform_from_words(self.changes, self.reading, self.since)])

    def __bool__(self) -> bool:
        return bool(self.version or self.reform or self.changes or self.reading)


def only_with(where: str, given: Mapping[str, Any], remedy: str = "leave it out") -> None:
    """Refuse options that would do nothing here: they go with something else."""
    for option, value in given.items():
        if value is not None and value is not False and value != ():
            raise LedgerError(f"{option} goes with {where}", remedy=remedy)


_TOML = "give a TOML file with the changes (docs/reforms.md)"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise LedgerError(f"cannot be read: {error.strerror or error}", place=str(path), remedy=_TOML) from None
    except UnicodeDecodeError:
        raise LedgerError("the reform is not UTF-8 text", place=str(path), remedy=_TOML) from None
