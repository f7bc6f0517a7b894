"""Everything about the package stands in pyproject.toml; this compiles the translations when it is built."""

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


setup(cmdclass={"build_py": BuildWithTexts})
