"""Everything about the package stands in pyproject.toml; this compiles the translations when it is built, and takes
out of the README what works only in a checkout."""

import re
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from wording.catalogues import compile_catalogue  # noqa: E402 - it stands in the sources that are built


class BuildWithTexts(build_py):
    """Copies the package, and puts the compiled catalogues in the place of their sources."""

    def run(self) -> None:
        """Compile, unless the package is installed as a link to its sources, where the first reader does so."""
        super().run()
        if not self.editable_mode:
            for source in ROOT.glob("replay/answers/locale/*/LC_MESSAGES/messages.po"):
                copy = Path(self.build_lib) / source.relative_to(ROOT)
                compile_catalogue(source, copy.with_suffix(".mo"))
                copy.unlink(missing_ok=True)


def readme() -> str:
    """The README for readers without a checkout: no pictures, and pages of the documentation by their command."""
    text = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    text = re.sub(r"^!\[[^\]]*\]\([^)]*\)\n\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]+)\]\(docs/([a-z]+)\.md[^)]*\)", r"\1 (`rating-ledger help \2`)", text)
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text)


setup(
    cmdclass={"build_py": BuildWithTexts},
    long_description=readme(),
    long_description_content_type="text/markdown",
)
