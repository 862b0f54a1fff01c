"""What people do in the short games of the matrix: at most twelve presses each, from the lobby to the end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One thing that one person does: a command (`/play hats`), or a press of a button by its label.

    `who` is a name, or `mover` for who is to move. An empty `does` is the start of the process.
    """

    who: str
    does: str

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.who} {self.does}" if self.does else "start"


def _steps(*lines: str) -> tuple[Step, ...]:
    parts = (line.partition(": ") for line in lines)
    return (Step("", ""), *(Step(who, does) for who, _, does in parts))


_PREFER = ("Ann: prefer_message", "Bob: prefer_here")
_END = ("Ann: /stop", "Ann: Yes, end the game")

SCRIPTS: dict[str, tuple[Step, ...]] = {
    "hats": _steps(
        "Ann: /play hats", "Bob: Join", "Ann: Start", *_PREFER, "mover: 👁1", "mover: 👁2", "mover: ⇄3", "mover: ⇄4",
        "mover: 🎩5", "Ann: My secret", *_END,
    ),
    "animal": _steps(
        "Ann: /play animal", "Bob: Join", "Cleo: Join", "Ann: Start", *_PREFER, "mover: 👁1", "mover: ⇄2",
        "mover: 🐇", "mover: ✔", "mover: 🐸", "mover: ✔", *_END,
    ),
    "invisible": _steps(
        "Ann: /play invisible", "Bob: Join", "Ann: Start", *_PREFER, "mover: 🎲 Roll", "mover: ✋ 1", "mover: 📚",
        "mover: 🎲 Roll", "mover: ✅ Done", *_END,
    ),
}  # fmt: skip
