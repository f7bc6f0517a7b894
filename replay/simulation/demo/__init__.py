"""The bundled sample: a small ledger with all three schemes, and an appeal against one of its games."""

from pathlib import Path

SAMPLE = Path(__file__).with_name("sample.jsonl")
APPEAL = Path(__file__).with_name("appeal.jsonl")
