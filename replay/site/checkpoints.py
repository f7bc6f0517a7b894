"""Signed checkpoints on the public site: the newest that was published with a list, its keys, and the log's tiles.

Nothing goes beyond that checkpoint. Keys are those that signed it, so one that was announced later does not appear; and
a checkpoint that only revoked keys signed is no longer shown.
"""

from collections.abc import Iterable
from functools import partial

from ledger import Checkpoint, Log
from ledger.tree.tile_files import tile, tile_path, tiles_of
from replay.lists.list_files import Publication
from replay.site.folder import Make

CHECKPOINT = "checkpoint.txt"
KEYS = "keys.txt"
TILES = "tiles"


def checkpoint_files(
    log: Log, published: Iterable[Publication], given: Checkpoint | None
) -> dict[str, Make]:
    """The files, the checkpoint after the tiles that it needs; none if no checkpoint is signed.

    `given` is one that was signed, perhaps cosigned, for the site: it is the newest.

    The tiles are those of all signed checkpoints: unfinished ones stay for readers with an older checkpoint.
    """
    keys = log.keyring()
    checkpoints = [Checkpoint.parse(each.event.checkpoint) for each in published]
    signed = sorted(
        (each for each in checkpoints if keys.signers(each)), key=lambda each: each.size
    )
    if given is not None and keys.signers(given):
        signed = [*(each for each in signed if each.size < given.size), given]
    if not signed:
        return {}
    made: dict[str, Make] = {
        f"{TILES}/{tile_path(*place)}": partial(tile, log, *place)
        for each in signed
        for place in tiles_of(each.size)
    }
    text = signed[-1].text.encode()
    signers = "".join(f"{key.text}\n" for key in keys.signers(signed[-1])).encode()
    return made | {
        f"{TILES}/checkpoint": lambda: text,
        CHECKPOINT: lambda: text,
        KEYS: lambda: signers,
    }
