"""TOML of strangers: what would take minutes or gigabytes is refused before it is read, with its line."""

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from ledger import LedgerError
from replay.web.office_file import read_office_file
from schemes.declared.file import declaration
from schemes.kernels.rules import reform_from_toml
from schemes.kernels.toml import read_toml

HARMFUL = {
    "a key of over 20 parts": ".".join(["a"] * 20_000) + " = 1",
    "a key of over 20 parts (at line 2)": "\n[" + " . ".join(['"a"'] * 20_000) + "]",
    "brackets are nested too deeply": "a = " + "[" * 5_000,
    "brackets are nested too deeply (at line 3)": "# [\n\na = " + "{a=" * 5_000,
    "a number of over 100 digits": "a = " + "9" * 5_000,
    "a number that is too large": "a = 1e99999999999999999999",
    "over 1,000,000 characters": "#" * 1_000_001,
}


@pytest.mark.parametrize(("wrong", "text"), HARMFUL.items(), ids=list(HARMFUL))
def test_what_would_do_harm_is_refused_wherever_toml_is_read(
    wrong: str, text: str, tmp_path: Path
) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as told:
        read_toml(text)
    assert wrong in str(told.value)
    with pytest.raises(LedgerError, match="not a TOML file"):
        declaration(text, Path("club.toml"))
    with pytest.raises(LedgerError, match="not a TOML file"):
        reform_from_toml(text, "fide-standard")
    office = tmp_path / "office.toml"
    office.write_text(text)
    office.chmod(0o600)
    with pytest.raises(LedgerError) as refused:
        read_office_file(office)
    assert wrong in str(refused.value)


def test_texts_and_tables_that_look_like_harm_are_read() -> None:
    """Dots in texts, many numbers in a row, brackets in comments."""
    text = f"""
title = "{"1." * 500}"   # {"[" * 500}
note = \"\"\"
{"a." * 500}
\"\"\"
rows = [{", ".join(["0.5"] * 500)}]
a.b.c = 1_000
"""
    data = read_toml(text)
    assert data["title"] == "1." * 500
    assert data["rows"] == [Decimal("0.5")] * 500
    assert data["a"] == {"b": {"c": 1000}}
