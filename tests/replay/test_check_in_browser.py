"""The browser's checker of proofs, in Chromium, on the vectors that the Python and the Go checker are tested with."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import replay.site
from tests.vectors import Question, content, edited, question, vectors

ASSETS = Path(replay.site.__file__).parent / "assets"
FROM_NPM = {  # the files of @noble/hashes 1.8.0 and @noble/ed25519 1.7.5, as npm has them
    "@noble/hashes/crypto": "c5ee6d6553e69ba96f9a2a7f70e677bf69a6e2d52849a892e67b2e547dc96b28",
    "./utils.js": "7edf19720c345e1cb76e8d3a9306f3344457d4e03576bbb0b3e1ffd0a42d0d30",
    "./_md.js": "4eaf0ae8f8191c50acdab7c3de7f335bf24845e4b562bdbc3e9f61cb7a873831",
    "./_u64.js": "9b109bb57c0d8852bda12136f0f588ffea2a1a3c0f4241bdbb3727cd449976ae",
    "./sha2.js": "53b6dc30db76a7c4e4b9370049e7a3c01bbb5507d058c084e97ccb3ee050faa4",
    "@noble/ed25519": "85e967d2b67d830b75ac033d5faae0b5a19212e6404cf49fa5abf3bb4325c2d9",
}
WITHOUT_CRYPTO = "Object.defineProperty(globalThis, 'crypto', {value: undefined})"
CHECK = """async (questions) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const text = (data) => new TextDecoder().decode(bytes(data));
  const answers = [];
  for (const [data, isContinuation, files, trust] of questions) {
    for (const name of ["keys", "witnesses"]) trust[name] = text(files[name]);
    for (const name of ["kept", "opening"]) if (name in files) trust[name] = bytes(files[name]);
    const check = isContinuation ? proofs.checkContinuation : proofs.checkProof;
    const { holds, steps } = await check(bytes(data), trust);
    answers.push([holds, steps.map(({ state, code }) => [state, code]), steps[0].values?.row ?? {}]);
  }
  return answers;
}"""


@pytest.fixture(scope="module", params=["", WITHOUT_CRYPTO], ids=["WebCrypto", "noble"])
def checker(request: Any, browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A page opened from a folder, with the checker; once in a browser that has no cryptography of its own."""
    folder = tmp_path_factory.mktemp("checker")
    (folder / "page.html").write_text("<!doctype html><title>checker</title>")
    tab = browser.new_page()
    if request.param:
        tab.add_init_script(request.param)
    tab.goto((folder / "page.html").as_uri())
    for name in ("noble.js", "proofs.js"):
        tab.add_script_tag(path=str(ASSETS / name))
    assert tab.evaluate("Boolean(globalThis.crypto?.subtle)") == (not request.param)
    yield tab
    tab.close()


def answers(tab: Any, questions: list[Question]) -> list[Any]:
    """What the page says of questions, in their order."""
    asked = []
    for one in questions:
        texts = {
            name: b64encode(getattr(one, name)).decode()
            for name in ("keys", "witnesses", "kept", "opening")
            if getattr(one, name) is not None
        }
        trust = {"quorum": one.quorum, "notBefore": one.not_before}
        asked.append((b64encode(one.data).decode(), one.is_continuation, texts, trust))
    found: list[Any] = tab.evaluate(CHECK, asked)
    return found


def test_the_library_is_that_of_npm_byte_for_byte() -> None:
    text = (ASSETS / "noble.js").read_text(encoding="utf-8")
    parts = re.findall(r"// begin (\S+)\n(.*?)\n// end \1\n", text, re.DOTALL)
    assert {name: sha256(part.encode()).hexdigest() for name, part in parts} == FROM_NPM
    assert "MIT" in (ASSETS / "noble-LICENSE.txt").read_text(encoding="utf-8")


def test_every_valid_vector_is_accepted(checker: Any) -> None:
    """With the rating in it that the vector says, to the last digit."""
    listed = vectors()
    found = answers(checker, [question(vector) for vector in listed])
    assert [holds for holds, _, _ in found] == [True] * len(listed)
    for vector, (_, steps, row) in zip(listed, found, strict=True):
        assert row.get("rating") == vector.says.get("rating", row.get("rating")), vector.file
        if "name" in vector.says:
            assert steps[-1] == ["good", "name-opened"]
        if vector.given.witnesses:
            assert ["good", "cosigned"] in steps


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.soak)])
def test_none_of_the_edits_is_accepted(checker: Any, step: int) -> None:
    """Every one of them in `make soak`, some dozens in each run of the tests."""
    changed = edited()[::step]
    assert len(changed) == 2_600 // step
    found = answers(checker, changed)
    accepted = [one for one, (holds, _, _) in zip(changed, found, strict=True) if holds]
    assert accepted == []
    for _, steps, _ in found:
        assert any(state == "bad" for state, _ in steps)


def test_without_a_key_nothing_vouches_for_a_proof(checker: Any) -> None:
    """Its hashes fit each other, and anybody can make such a file: the answer says what is missing."""
    [(holds, steps, _)] = answers(checker, [Question(content("rating.json"))])
    assert holds
    assert ["not", "no-key"] in steps


def test_a_kept_checkpoint_is_continued(checker: Any) -> None:
    """Whoever kept the checkpoint of the last month sees that the log only grew; an altered one does not fit."""
    check = (
        "([data, trust]) => proofs.checkContinuation(data, trust).then((one) => one.steps[0].code)"
    )
    kept = content("kept.txt").decode()
    request = content("continuation.txt").decode()
    keys = content("office.pub").decode()
    assert checker.evaluate(check, [request, {"keys": keys, "kept": kept}]) == "grown"
    origin, size, _root, *rest = kept.split("\n")
    bent = "\n".join([origin, size, b64encode(bytes(32)).decode(), *rest])
    assert checker.evaluate(check, [request, {"keys": keys, "kept": bent}]) == "not-grown"
    other = kept.replace(origin, "elsewhere.example", 1)
    assert checker.evaluate(check, [request, {"keys": keys, "kept": other}]) == "kept-other-log"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("2262", "2262", "csv-fits"),
        ("2262", "2263", "csv-differs"),
        ("P002", "P003", "csv-stranger"),
        (",active\n2,", ",active\n7,", "csv-differs"),
        ('3,Ø7,"Ødegård, Åse",,ESP,F,,1950,4,20,active\n', "", "csv-missing"),
    ],
)
def test_a_whole_list_is_checked_against_its_root(
    checker: Any, old: str, new: str, code: str
) -> None:
    """Every column but the name, which is sealed in the tree."""
    check = """([csv, leaves, proof]) => proofs
      .checkList(csv, leaves, proofs.publicationOf(JSON.parse(proof).stored))
      .then((one) => one.steps.at(-1).code)"""
    text = content("three.csv").decode()
    leaves = content("three.rows.txt").decode().splitlines()
    assert old in text
    asked = [text.replace(old, new, 1), leaves, content("rating.json").decode()]
    assert checker.evaluate(check, asked) == code
