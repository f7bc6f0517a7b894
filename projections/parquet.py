"""The read model as Parquet files for any engine, with a manifest that says what they are and what they must hash to.

An export appears whole or not at all. Whoever reads one asks for it by the digest of its manifest, copies it once,
checks every file and keeps the copy.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, BinaryIO, Final
from uuid import uuid4

import msgspec
import pyarrow as pa
from msgspec import Meta, Raw, Struct

from ledger.errors import LedgerError, of_system
from ledger.log.json_bounds import bounded
from ledger.whole_file import alone
from projections.database import Database
from projections.model import Model
from projections.scratch import PREFIX
from projections.segments import FORMAT
from projections.tables import SORTED, TABLES, schema
from schemes.kernels.inputs import BYES, FORMATS, NATIONALS, RESULTS, STAGES
from wording import say

MANIFEST: Final = "manifest.json"
KIND: Final = "rating-ledger read model, Parquet 1"
WORDS: Final = {  # of columns that hold the place of a word in a list
    "bye": BYES, "format": FORMATS, "national": NATIONALS, "result": RESULTS, "sex": ("", "M", "F"), "stage": STAGES,
}  # fmt: skip
PRIVATE: Final = (
    "name",
    "names",
    "born_on",
    "reason",
)  # columns that are empty unless the export is open
PRIVATE_OF_EVENTS: Final = (
    "names",
    "note",
    "by",
    "ref",
    "report",
    "seal",
)  # fields of whole events, likewise
ROWS: Final = 122_880  # of a row group: what DuckDB reads at a time
_AGAIN = say("write it again: rating-ledger export --parquet FOLDER")
_fields = msgspec.json.Decoder(dict[str, Raw])


class ExportedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of an export."""

    name: Annotated[str, Meta(pattern=r"^(schemes/)?[^./\\][^/\\]*$")]
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What an export holds. `digest` is the SHA-256 of the manifest itself, written with an empty digest."""

    kind: str
    tables: str  # a digest of how the tables are made
    origin: str
    position: int
    root: str  # of the log at that position
    open: bool  # whether names, dates of birth and reasons are in it
    words: dict[str, tuple[str, ...]]
    files: tuple[ExportedFile, ...]
    digest: str = ""

    def text(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def own_digest(self) -> str:
        return hashlib.sha256(msgspec.structs.replace(self, digest="").text()).hexdigest()


def write_export(
    model: Model,
    folder: Path,
    until: int,
    root: bytes,
    *,
    with_names: bool = False,
    regulations: Sequence[Path] = (),
) -> Manifest:
    """Write all rows up to a position into a new folder; `regulations` are declared in files that readers need, too."""
    with _new_folder(folder) as fresh:
        for table in TABLES:
            _write_table(model, table, until, fresh / f"{table}.parquet", with_names=with_names)
        (fresh / "schemes").mkdir()
        for path in regulations:
            shutil.copyfile(path, fresh / "schemes" / path.name)
        paths = sorted(path for path in fresh.rglob("*") if path.is_file())
        files = tuple(
            ExportedFile(path.relative_to(fresh).as_posix(), path.stat().st_size, _sha256(path))
            for path in paths
        )
        made = Manifest(KIND, FORMAT, model.origin, until, root.hex(), with_names, WORDS, files)
        made = msgspec.structs.replace(made, digest=made.own_digest())
        (fresh / MANIFEST).write_bytes(made.text())
    return made


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """A folder to fill, which then takes its name; nothing is left of it if that fails."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LedgerError(
            say("is there already"),
            place=str(folder),
            remedy=say("name a new folder; nothing is overwritten"),
        )
    fresh = folder.absolute().with_name(f"{PREFIX}{uuid4().hex}")
    fresh.mkdir(parents=True)
    try:
        yield fresh
        fresh.rename(folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _write_table(model: Model, table: str, until: int, path: Path, *, with_names: bool) -> None:
    import pyarrow.parquet as pq

    columns = schema(table)
    names = ", ".join(f'"{name}"' for name in columns.names)
    query = f"SELECT {names} FROM {{{table}}} WHERE position <= {until} ORDER BY {SORTED.get(table, 'position')}"
    with pq.ParquetWriter(path, columns, compression="zstd") as writer:
        for batch in model.batches(query, ROWS):
            writer.write_batch((batch if with_names else _without_private(batch)).cast(columns))


def _without_private(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The rows without names, dates of birth and reasons; years of birth stay, because rules ask for them."""
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    for name in columns:
        if name in PRIVATE:
            columns[name] = pa.nulls(len(batch), batch.schema.field(name).type)
        elif name == "event":
            columns[name] = pa.array(
                [_public(text) for text in columns[name].to_pylist()], pa.string()
            )
    return pa.RecordBatch.from_pydict(columns, schema=batch.schema)


def _public(text: str) -> str:
    """An event without its private fields; of a date of birth the year."""
    fields = _fields.decode(text)
    about_person = "player" in fields
    for name in (*PRIVATE_OF_EVENTS, *(("name",) if about_person else ())):
        fields.pop(name, None)
    if "reason" in fields:
        fields["reason"] = Raw(b'"left out"')
    if isinstance(born := json.loads(bytes(fields.get("born", b"null"))), str):
        fields["born"] = Raw(born[:4].encode())
    return msgspec.json.encode(fields).decode()


def read_manifest(place: str) -> Manifest:
    """The manifest of an export in a folder or at an address; refused if it was changed or made by another version."""
    with _reading(place, MANIFEST) as file:
        content = file.read()
    try:
        manifest = msgspec.json.decode(bounded(content), type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise LedgerError(
            say("is no manifest of an export: {error}", error=str(error)),
            place=f"{place}/{MANIFEST}",
            remedy=_AGAIN,
        ) from None
    if manifest.own_digest() != manifest.digest:
        raise LedgerError(
            say("was changed after it was written"), place=f"{place}/{MANIFEST}", remedy=_AGAIN
        )
    if (manifest.kind, manifest.tables) != (KIND, FORMAT):
        raise LedgerError(
            say("was written by another version of the program"), place=place, remedy=_AGAIN
        )
    return manifest


def fetched(place: str, digest: str, kept: Path) -> tuple[Path, Manifest]:
    """The folder with an own copy of an export: the one kept, if it is still whole, else a new one."""
    folder = kept / digest
    kept.mkdir(parents=True, exist_ok=True)
    with alone(folder):  # of several processes of this machine one copies
        with suppress(LedgerError, OSError):
            manifest = read_manifest(str(folder))
            if all(_sha256(folder / file.name) == file.sha256 for file in manifest.files):
                return folder, manifest
        shutil.rmtree(folder, ignore_errors=True)
        manifest = read_manifest(place)
        if manifest.digest != digest:
            wrong = say(
                "another export is there: {there}… instead of {wanted}…",
                there=manifest.digest[:16],
                wanted=digest[:16],
            )
            raise LedgerError(
                wrong,
                place=place,
                remedy=say("leave the folder as it is while a sweep runs; ask again"),
            )
        with _new_folder(folder) as fresh:
            for file in manifest.files:
                _copy(place, file, fresh / file.name)
            (fresh / MANIFEST).write_bytes(manifest.text())
    return folder, manifest


def open_export(folder: Path, manifest: Manifest) -> Model:
    """An export as a read model."""
    database = Database()
    name = database.attach()
    for table in TABLES:
        path = str(folder / f"{table}.parquet").replace("'", "''")
        database.connection.execute(f"CREATE VIEW {name}.{table} AS FROM read_parquet('{path}')")
    return Model(database, {name: frozenset(TABLES)}, manifest.position, manifest.origin)


def _copy(place: str, file: ExportedFile, to: Path) -> None:
    to.parent.mkdir(exist_ok=True)
    with _reading(place, file.name) as source, to.open("wb") as target:
        shutil.copyfileobj(source, target, 1 << 20)
    if _sha256(to) != file.sha256:
        raise LedgerError(
            say("is not the file that the manifest names"),
            place=f"{place}/{file.name}",
            remedy=_AGAIN,
        )


@contextmanager
def _reading(place: str, name: str) -> Iterator[BinaryIO]:
    """A file of an export; an address such as s3://… is read with fsspec."""
    path = f"{place.rstrip('/')}/{name}"
    try:
        with _opened(path) as file:
            yield file
    except (OSError, ImportError, ValueError) as error:
        if isinstance(error, OSError):
            why = of_system(error)
        else:
            why = str(error)
        remedy = say(
            "name a folder or an address that holds an export and that this machine can read"
        )
        raise LedgerError(
            say("cannot be read: {why}", why=why), place=path, remedy=remedy
        ) from None


def _opened(path: str) -> pa.NativeFile:
    if "://" not in path:
        return Path(path).open("rb")
    import fsspec  # comes with the extra `cluster`

    return fsspec.open(path, "rb").open()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
