"""The commented file that a regulation without code begins with."""

from pathlib import Path

_TEMPLATES = Path(__file__).parent / "templates"


def start_of(unit: str) -> str:
    """A file of a unit: it is complete, and says of every word what it is for."""
    parts = [
        _TEMPLATES.joinpath(f"{name}.toml").read_text(encoding="utf-8")
        for name in ("heading", unit, "ending")
    ]
    return "".join(parts).replace("UNIT", unit)
