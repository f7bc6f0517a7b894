"""What `demo` shows: a small sample of three regulations and an appeal; and a federation to look around in.

- federation: the whole, of one circuit for each game and a knockout, with names of people and places by `naming`
"""

from pathlib import Path

SAMPLE = Path(__file__).with_name("sample.jsonl")
APPEAL = Path(__file__).with_name("appeal.jsonl")
