"""The repository as files: what is tracked, what is source, what is test."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file that is or would be in the repository, from its root."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    shown = subprocess.run(listing, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    return tuple(path for path in map(Path, filter(None, shown.split("\0"))) if (REPOSITORY / path).is_file())


def modules(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield every Python file of these folders with its syntax tree."""
    for path in tracked():
        if path.suffix == ".py" and path.parts[0] in folders:
            yield path, ast.parse((REPOSITORY / path).read_text(encoding="utf-8"))


def module_name(path: Path) -> str:
    """Return the name by which a file is imported."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
