"""What `demo` shows: a small sample with all three schemes and an appeal; and a federation to look around in."""

from pathlib import Path

SAMPLE = Path(__file__).with_name("sample.jsonl")
APPEAL = Path(__file__).with_name("appeal.jsonl")
