"""`python -m tests.schemas` (`make schemas`) writes docs/schemas/."""

from tests.schemas.made import FOLDER, schemas, written


def main() -> None:
    """Write every schema anew; files of answers that are gone are removed."""
    FOLDER.mkdir(exist_ok=True)
    made = schemas()
    for path in FOLDER.glob("*.json"):
        if path.name not in made:
            path.unlink()
    for name, schema in made.items():
        (FOLDER / name).write_text(written(schema), encoding="utf-8")


main()
