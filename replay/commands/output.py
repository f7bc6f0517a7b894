"""How a command writes its answer: to standard output or a file, in the form that the user asked for."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from replay.answers.answer import Answer
from replay.answers.data import csv_of, json_of
from replay.answers.language import tr
from replay.answers.output import (
    PAPER,
    Format,
    answer_lines,
    file_form,
    terminal_width,
    whole_file,
    write_answer,
    write_page,
    write_text,
)
from replay.answers.terminal import give, hint, put, remark
from replay.commands.options import option_group

if TYPE_CHECKING:
    from replay.answers.paper import Paper


@option_group
class Output:
    """How results are written."""

    form: Annotated[Format | None, Parameter(name="--format")] = None
    "table (default on a terminal), csv or json."
    out: Annotated[Path | None, Parameter(name=["-o", "--out"])] = None
    "Write to a file; the form goes by its ending (.csv, .json, .parquet, .xlsx; .html for answers that are printed)."

    @property
    def kind(self) -> str:
        """table, csv or json; of a file what its ending says."""
        if self.out is not None:
            return self.out.suffix.lower().removeprefix(".")
        return self.form or ("table" if sys.stdout.isatty() else "csv")

    @property
    def is_table(self) -> bool:
        """Whether people will read it on a terminal."""
        return self.out is None and self.kind == "table"

    @property
    def is_paper(self) -> bool:
        """Whether a paper is wanted: a file that ends in .html."""
        return self.kind == "html" and file_form(self.file, self.form, PAPER) != ""

    @property
    def is_data(self) -> bool:
        """Whether programs will read it."""
        return self.kind not in ("table", "html", "xlsx", "txt", "svg", "png")

    @property
    def file(self) -> Path:
        """The file to write to, where one was asked for."""
        assert self.out is not None
        return self.out

    def give(self, answer: Answer, *, whole: str = "-o FILE.csv") -> None:
        """Print or write an answer: everything for people, its rows for programs. Remarks go to standard error."""
        if self.kind != "csv":  # which is written row by row
            answer = answer.whole()
        table = answer.table
        assert table is not None, "an answer without rows is a tree or a paper"
        if self.out is not None:
            write_answer(answer, self.out, self.form)
        elif self.is_table:
            put("".join(f"{line}\n" for line in answer_lines(answer, terminal_width(), whole)))
        elif self.form == "json":
            give([json_of(table)])
        else:
            give(csv_of(table))
        self.remark(answer)

    def paper(self, paper: "Paper") -> None:
        """Write a paper."""
        from replay.answers.paper import write_paper

        write_paper(self.file, paper)

    def picture(self, drawn: str | bytes) -> None:
        """Write a drawing: svg as text, png as bytes."""
        if isinstance(drawn, str):
            write_page(self.file, drawn)
            return
        with whole_file(self.file) as file:
            file.write(drawn)

    def remark(self, answer: Answer) -> None:
        """The remarks of an answer, on standard error."""
        for note in answer.remarks:
            hint(note.text)
            if note.remedy:
                remark(f"    → {tr(note.remedy)}\n")

    def text(self, text: str) -> None:
        """Print or write text that is ready."""
        if self.out is None:
            give([text])
        else:
            write_text(self.out, [text])
