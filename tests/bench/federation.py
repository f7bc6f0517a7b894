"""Made-up federations for the measurements: simulated and imported once, then kept beside other temporary files."""

import shutil
import tempfile
from pathlib import Path

from ledger import open_log
from replay.files import open_file
from replay.office.office import Office
from replay.simulation import Federation, simulate


def federation(
    players: int = 200_000,
    games: int = 5_000_000,
    years: int = 10,
    scheme: str = "fide-standard",
    seed: int = 1,
) -> Path:
    """The folder of a ledger with such a federation and its read model, made if it is not there yet."""
    kept = Path(tempfile.gettempdir()) / "rating-ledger-bench"
    place = kept / f"{scheme}-{players}-{games}-{years}-{seed}"
    if not (place / "whole").exists():
        shutil.rmtree(place, ignore_errors=True)
        kept.mkdir(exist_ok=True)
        file = kept / f"{place.name}.jsonl"
        made = Federation(players=players, games=games, years=years, seed=seed, scheme=scheme)
        with file.open("wb") as out:
            simulate(made, out)
        with open_log(place, create=True) as log:
            log.append(open_file(file))
        file.unlink()
        with Office(place) as office:
            _ = office.model
        (place / "whole").touch()
    shutil.rmtree(place / "states", ignore_errors=True)
    return place
