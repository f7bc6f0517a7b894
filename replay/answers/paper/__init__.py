"""Papers: pages that people print, sign and file. One html file each, which needs no network.

A paper is a title, what it is about, sections and a receipt; `write_paper` writes it. The macros of
templates/parts.html show a section wherever it stands.
"""

from replay.answers.paper.parts import (
    NodeTree,
    Paper,
    Picture,
    Remarks,
    Section,
    Signatures,
    answer_paper,
    page,
    write_paper,
)

__all__ = [
    "NodeTree",
    "Paper",
    "Picture",
    "Remarks",
    "Section",
    "Signatures",
    "answer_paper",
    "page",
    "write_paper",
]
