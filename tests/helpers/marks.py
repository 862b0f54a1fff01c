"""Documents that hold a table which a program makes, between two marks."""

from __future__ import annotations

from pathlib import Path


def put_between(document: Path, marks: tuple[str, str], text: str) -> None:
    """Replace what stands between the marks of a document. Raise ValueError where they are missing."""
    before, begin, rest = document.read_text(encoding="utf-8").partition(marks[0])
    _, end, after = rest.partition(marks[1])
    if not (begin and end):
        raise ValueError(f"{document} has no place for the table: {' ... '.join(marks)}")
    document.write_text(f"{before}{begin}\n{text}{end}{after}", encoding="utf-8")
