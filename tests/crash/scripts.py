"""What people do in the short games of the matrix: at most twelve presses each, from the lobby to the end.

A sign with a space behind it begins the label of a button that names a place: such a one stands in a hand, where hands
come by message.
"""

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


@dataclass(frozen=True)
class Script:
    """The steps of a game, and what the chat reads at its end.

    `chance` is what every random byte is: it deals a game that can be ended in few presses.
    """

    steps: tuple[Step, ...]
    ending: str
    chance: int = 0


def _steps(*lines: str) -> tuple[Step, ...]:
    parts = (line.partition(": ") for line in lines)
    return (Step("", ""), *(Step(who, does) for who, _, does in parts))


_PREFER = ("Ann: prefer_message", "Bob: prefer_here")
_PREFER_OTHERWISE = ("Ann: prefer_here", "Bob: prefer_message")
_END = ("Ann: /stop", "Ann: Yes, end the game")

SCRIPTS: dict[str, Script] = {
    "hats": Script(_steps(
        "Ann: /play hats", "Bob: Join", "Ann: Start", *_PREFER, "mover: 👁1", "mover: 👁2", "mover: ⇄3", "mover: ⇄4",
        "mover: 🎩5", "Ann: My secret", *_END,
    ), "ended"),
    "animal": Script(_steps(
        "Ann: /play animal", "Bob: Join", "Ann: Start", *_PREFER_OTHERWISE, "mover: 👁1", "mover: ⇄2",
        "mover: 🐇", "mover: ✔", "mover: 🐸", "mover: ✔",
    ), "wins"),
    "invisible": Script(_steps(
        "Ann: /play invisible", "Bob: Join", "Ann: Start", *_PREFER, "mover: 🎲 Roll", "mover: ✋ 1", "mover: 📚 ",
        "mover: 🎲 Roll", "mover: ✅ Done", *_END,
    ), "ended"),
    "hunt": Script(_steps(
        "Ann: /play invisible", "Bob: Join", "Ann: Start", "Bob: prefer_message", "mover: 🎲 Roll", "mover: ✅ Done",
        "mover: 🎲 Roll", "mover: ✅ Done", "mover: 🏥", "mover: 🎲 Roll", "mover: 1", "mover: 🎲 Roll", "mover: 1",
    ), "wins", chance=70),
    "computer": Script(_steps(
        "Ann: /play hats", "Bob: Join", "Ann: 🤖 Add a computer", "Ann: easy", "Ann: Start", *_PREFER_OTHERWISE,
        "mover: 👁1", "mover: 🎩5", "mover: 👁2", *_END,
    ), "ended"),
    "lesson": Script(_steps(
        "Ann: /play hats", "Bob: ❔ How to play", "Bob: 👁3", "Bob: ⇄3", "Bob: ⇄2", "Bob: 🎩2", "Bob: 🎩5",
        "Bob: 🎩7", "Bob: 2 points", "Bob: Swap 1 and 2, then open 2", "Bob: Continue", "Bob: Join", "Ann: Start",
    ), "’s turn"),
}  # fmt: skip
