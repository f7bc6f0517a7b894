"""Write docs/vectors: a small log with lists, proofs of all kinds, and two thousand edits that no checker accepts."""

import random
from datetime import date
from typing import Any

import msgspec
from msgspec.structs import replace

from ledger import Checkpoint, Log, Proof, open_log
from ledger import events as ev
from ledger.persons.seal import Disclosed, Opening
from ledger.tree.listed import ListTree
from ledger.tree.note import WITNESS, SigningKey
from ledger.tree.witness import Continuation
from tests.ledger.test_mutations import changed
from tests.vectors import FOLDER, Edit, Given, Vector, content, question, verdict

ORIGIN = "ratings.example/vectors"
DAY = date(2026, 1, 1)
KEY = SigningKey(ORIGIN, 1, bytes(range(32)))
WITNESSES = tuple(SigningKey(f"witness-{n}.example", WITNESS, bytes([n]) * 32) for n in (1, 2, 3))
COSIGNED = 1_800_000_000
SALT = bytes(range(16))
MANY = 300
REFUSED = 2_000
REFUSED_GIVEN = 600
PEOPLE = [
    ("F05", "Castro, Inés", "2262"),
    ("P002", "王海涛", "2586.4"),
    ("Ø7", "Ødegård, Åse", "1950"),
]
OFFICE = Given(keys="office.pub")
WITNESSED = Given(keys="office.pub", witnesses="witnesses.txt", quorum=2, not_before=COSIGNED)


def row(rank: int, player: str, name: str, rating: str) -> dict[str, Any]:
    mark = Opening("name", SALT, name).mark
    return {
        "rank": rank, "player": player, "name": mark, "title": "", "federation": "ESP", "sex": "F",
        "born": None, "rating": rating, "games": 4, "k": 20, "status": "active",
    }  # fmt: skip


def lists() -> dict[str, ListTree]:
    """A list of three, one of many, one of a single player, and one of nobody."""
    three = [row(at, *person) for at, person in enumerate(PEOPLE, 1)]
    many = [row(n + 1, f"M{n:04}", f"Player {n}", str(2800 - n)) for n in range(MANY)]
    return {
        "three": ListTree(three),
        "many": ListTree(many),
        "one": ListTree(three[:1]),
        "nobody": ListTree([]),
    }


def publication(log: Log, name: str, tree: ListTree, rows: int) -> ev.ListPublished:
    return ev.ListPublished(
        date=DAY, scheme=name, version="1", list_date=DAY, at_position=log.head, rows=rows,
        root=tree.root, checkpoint=log.checkpoint().signed(KEY).text,
    )  # fmt: skip


def write() -> None:
    trees = lists()
    sizes = {"three": len(PEOPLE), "many": MANY, "one": 1, "nobody": 0}
    with open_log(":memory:", origin=ORIGIN) as log:
        log.append([ev.KeyAnnounced(date=DAY, key=KEY.public.text)])
        log.append(
            ev.PlayerRegistered(date=DAY, player=player, name=name, sex="F")
            for player, name, _ in PEOPLE
        )
        at = {}
        for name, tree in trees.items():
            log.append([publication(log, name, tree, sizes[name])])
            at[name] = log.head
        old = log.checkpoint().signed(KEY)
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"N{n}", name="x", sex="M") for n in range(13)
        )
        now = log.checkpoint().signed(KEY)
        for key in WITNESSES[:2]:
            now = now.signed(key, COSIGNED)
        _write_given(log, old, now)
        found = _proofs(log, trees, at, old, now)
        for vector, proof in found:
            (FOLDER / vector.file).write_text(proof.to_json(), encoding="utf-8")
    listed = [vector for vector, _ in found]
    listed.append(Vector("continuation.txt", replace(OFFICE, kept="kept.txt"), {"size": now.size}))
    _write_lines("vectors.json", msgspec.json.format(msgspec.json.encode(listed)) + b"\n")
    _write_edits([vector for vector, _ in found])
    _write_edits_of_given(listed)


def _write_given(log: Log, old: Checkpoint, now: Checkpoint) -> None:
    opening = [Disclosed("F05", 2, "name", "Castro, Inés", SALT)]
    path = log.consistency(old.size, now.size).path
    files = {
        "office.pub": f"{KEY.public.text}\n",
        "witnesses.txt": "".join(f"{key.public.text}\n" for key in WITNESSES),
        "kept.txt": old.text,
        "continuation.txt": Continuation(old.size, path, now).text,
        "opening.json": msgspec.json.encode(opening).decode() + "\n",
        "three.csv": "rank,player,name,title,federation,sex,born,rating,games,k,status\n"
        + "".join(
            f'{rank},{player},"{name}",,ESP,F,,{rating},4,20,active\n'
            for rank, (player, name, rating) in enumerate(PEOPLE, 1)
        ),
        "three.rows.txt": "".join(f"{text.decode()}\n" for _, text in lists()["three"]._rows),
    }
    for name, text in files.items():
        _write_lines(name, text.encode())


def _write_lines(name: str, data: bytes) -> None:
    (FOLDER / name).write_bytes(data)


def _proofs(
    log: Log, trees: dict[str, ListTree], at: dict[str, int], old: Checkpoint, now: Checkpoint
) -> list[tuple[Vector, Proof]]:
    def of(name: str, player: str, since: int | None = None) -> Proof:
        proof = log.prove(at[name], now.size, since=since)
        return replace(proof, checkpoint=now.text, listed=trees[name].prove(player), player=player)

    event = replace(log.prove(3, now.size, since=old.size), checkpoint=now.text)
    kept = replace(WITNESSED, kept="kept.txt")
    return [
        (Vector("rating.json", WITNESSED, {"player": "F05", "rating": "2262"}), of("three", "F05")),
        (Vector("rating-tenths.json", OFFICE, {"player": "P002", "rating": "2586.4"}), of("three", "P002")),
        (Vector("rating-unicode.json", OFFICE, {"player": "Ø7", "rating": "1950"}), of("three", "Ø7")),
        (Vector("rating-of-many.json", WITNESSED, {"player": "M0257", "rating": "2543"}), of("many", "M0257")),
        (Vector("rating-last.json", OFFICE, {"player": "M0299", "rating": "2501"}), of("many", "M0299")),
        (Vector("rating-alone.json", OFFICE, {"player": "F05", "rating": "2262"}), of("one", "F05")),
        (Vector("rating-opened.json", replace(OFFICE, opening="opening.json"),
                {"player": "F05", "name": "Castro, Inés"}), of("three", "F05")),
        (Vector("absent.json", WITNESSED, {"player": "M0256a", "rating": None}), of("many", "M0256a")),
        (Vector("absent-first.json", OFFICE, {"player": "A", "rating": None}), of("three", "A")),
        (Vector("absent-last.json", OFFICE, {"player": "Ø8", "rating": None}), of("three", "Ø8")),
        (Vector("absent-from-nobody.json", OFFICE, {"player": "F05", "rating": None}), of("nobody", "F05")),
        (Vector("event.json", kept, {"position": 3}), event),
        (Vector("rating-since.json", kept, {"player": "F05", "rating": "2262"}), of("three", "F05", old.size)),
    ]  # fmt: skip


def _write_edits(listed: list[Vector]) -> None:
    """Edits that the Python checker refuses; all other checkers must, too."""
    chance = random.Random("vectors")
    files = {vector.file: content(vector.file) for vector in listed}
    others = list(files.values())
    refused = []
    while len(refused) < REFUSED:
        vector = listed[len(refused) % len(listed)]
        before = files[vector.file]
        after = changed(before, others, chance)
        edit = Edit.between(vector.file, before, after)
        if after != before and verdict(question(vector, edit)):
            refused.append(edit)
    _write_all("refused.jsonl", refused)


def _write_edits_of_given(listed: list[Vector]) -> None:
    """Edits of what a visitor has: a kept checkpoint, an opening, a continuation. Python refuses each."""
    chance = random.Random("given")
    named = {vector.file: vector for vector in listed}
    pairs = [
        ("kept.txt", "rating-since.json"),
        ("kept.txt", "continuation.txt"),
        ("opening.json", "rating-opened.json"),
        ("continuation.txt", "continuation.txt"),
    ]
    others = [content(name) for name in ("kept.txt", "continuation.txt", "opening.json")]
    refused: list[Edit] = []
    while len(refused) < REFUSED_GIVEN:
        of, given_with = pairs[len(refused) % len(pairs)]
        before = content(of)
        after = changed(before, others, chance)
        edit = Edit.between(of, before, after, given_with)
        if after != before and verdict(question(named[given_with], edit)):
            refused.append(edit)
    _write_all("refused-given.jsonl", refused)


def _write_all(name: str, edits: list[Edit]) -> None:
    _write_lines(name, b"".join(msgspec.json.encode(edit) + b"\n" for edit in edits))


if __name__ == "__main__":
    write()
