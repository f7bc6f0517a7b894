"""Appeals that the office keeps: a limit for those that are open, none for those that were decided."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.errors import LedgerError
from replay.office import kept_appeals
from replay.office.kept_appeals import Dismissal, KeptAppeals, new_appeal


def test_dismissed_appeals_leave_room_for_open_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_appeals, "MOST_OPEN", 2)
    appeals = KeptAppeals(tmp_path)
    dismissal = Dismissal("Chan", datetime(2026, 11, 1, tzinfo=UTC), "no proof", "4/2026")
    for _ in range(3):
        appeals.dismiss(new_appeal([], [], [], "Chan"), dismissal, "<p>dismissed</p>")
    first = new_appeal([], [], [], "Chan")
    for appeal in (first, new_appeal([], [], [], "Chan"), first):
        appeals.keep(appeal)
    with pytest.raises(LedgerError, match="2 appeals are kept already"):
        appeals.keep(new_appeal([], [], [], "Chan"))
    assert len(appeals.all()) == 5
