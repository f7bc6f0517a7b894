"""The search of the site without a server: what `projections.find` compares, made ready for a script.

Names are folded here, by the one matcher of all doors; the script folds what somebody types by the same table.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING
from unicodedata import category, combining

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from ledger.names import PLAIN, folded
from projections.han import has_han, pinyin, simplified, traditional_pairs
from replay.site.folder import Make

if TYPE_CHECKING:
    from replay.site.build import Site

FOUND_ROWS = 20_000  # in one file of the index
LETTERS = "".join(map(chr, range(0x20000)))


class SearchIndex:
    """Everybody and every tournament, with what is compared."""

    def __init__(self, site: "Site") -> None:
        self._site = site

    @property
    def parts(self) -> list[str]:
        """The files of the index; a browser loads several of them sooner than a big one."""
        rows = len(self._site.news) + len(self._site.tournaments)
        return [f"search-index-{part}.js" for part in range(1, max(1, -(-rows // FOUND_ROWS)) + 1)]

    def files(self) -> dict[str, Make]:
        rows = self._rows()
        made: dict[str, Make] = {"assets/fold-table.js": fold_table}
        for at, name in enumerate(self.parts):
            here = rows[at * FOUND_ROWS : (at + 1) * FOUND_ROWS]
            made[f"assets/{name}"] = partial(_part, here)
        return made

    def _rows(self) -> list[Sequence[object]]:
        """Kind, who or what, what tells one from another, and what is compared if that is not the name itself."""
        site = self._site
        rows: list[Sequence[object]] = []
        names = site.news.newest("name").to_pylist()
        for player, name, about in zip(site.player_files, names, self._about(), strict=True):
            rows.append(
                (
                    "player",
                    site.person(player, name),
                    about,
                    *compared(name, site.other_names(player)),
                )
            )
        for tournament in sorted(site.tournaments):
            event = site.registration(tournament)
            about = ", ".join(filter(None, (event.place or "", str(event.start))))
            known, *file = site.person_of_tournament(tournament)
            rows.append(
                ("tournament", (known, event.name, *file), about, *compared(event.name, ()))
            )
        return rows

    def _about(self) -> list[str]:
        """What tells each player from another: title, federation, year of birth, if there are any."""
        news = self._site.news
        columns = [news.newest(name) for name in ("title", "federation", "born")]
        texts = [column.cast(pa.string()) for column in columns]
        given = [
            pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text) for text in texts
        ]
        joined = pc.binary_join_element_wise(*given, ", ", null_handling="skip")
        return list(joined.to_pylist())


def compared(name: str, others: Sequence[str]) -> Sequence[list[str]]:
    """The name, names in other languages and readings, folded; nothing where the name in small letters is all."""
    if name.isascii() and not others:
        return ()
    readings = [reading for each in (name, *others) if has_han(each) for reading in pinyin(each)]
    names = [folded(simplified(each)) for each in (name, *others)]
    return names[:1], names[1:], readings


def _part(rows: Sequence[object]) -> bytes:
    lines = msgspec.json.encode(rows).replace(b"],[", b"],\n[")
    return b"globalThis.INDEX = (globalThis.INDEX ?? []).concat(" + lines + b");\n"


def fold_table() -> bytes:
    """What `folded` and `simplified` replace, for a script that knows Unicode's normal forms and small letters."""
    letters: Mapping[str, str] = {
        sign: sign.casefold() for sign in LETTERS if sign.casefold() != sign.lower()
    }
    apart = [
        sign for sign in LETTERS if category(sign).startswith("M") and not combining(sign)
    ]  # marks that are no accents: vowel signs of Indian scripts and the like
    table = {
        "letters": letters,
        "plain": PLAIN,
        "apart": "".join(apart),
        "simplified": traditional_pairs(),
    }
    return b"globalThis.FOLD = " + msgspec.json.encode(table) + b";\n"
