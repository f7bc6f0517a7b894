"""Catalogues of translations, compiled: gettext's messages.mo, made from messages.po.

A package that was built has the compiled ones alone. A checkout has the sources: they are compiled where they are
first read, and again when they have changed. Only that needs Babel.
"""

import os
from gettext import GNUTranslations
from pathlib import Path


def translations(folder: Path) -> GNUTranslations:
    """The catalogue of a language from its folder."""
    source = folder / "messages.po"
    compiled = folder / "messages.mo"
    if source.exists() and not (
        compiled.exists() and compiled.stat().st_mtime_ns > source.stat().st_mtime_ns
    ):
        compile_catalogue(source, compiled)
    with compiled.open("rb") as file:
        return GNUTranslations(file)


def compile_catalogue(source: Path, compiled: Path) -> None:
    """Make the compiled form of a catalogue. Two processes may do so at once: the file appears as a whole."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalogue = read_po(file)
    unfinished = compiled.with_name(f"{compiled.name}.{os.getpid()}")
    with unfinished.open("wb") as file:
        write_mo(file, catalogue)
    unfinished.replace(compiled)
