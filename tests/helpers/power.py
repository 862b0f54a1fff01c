"""A disk that loses its power, or is full: what SQLite writes and syncs is recorded, or refused.

`recording` and `disk_of` wrap the file system layer (VFS) of the SQLite library that this process uses, so what is
recorded or refused is what the bot's own connections do. A machine that loses its power keeps every write that was
synced; of those since, each may be on the disk, or not, or a part of it
(https://www.sqlite.org/atomiccommit.html, "Hardware Assumptions"). A full disk takes a commit up to one of its writes.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

SECTOR = 512
"""Bytes that a disk writes at once, or not at all."""

Kind: TypeAlias = Literal["write", "truncate", "sync", "delete", "mark"]


@dataclass(frozen=True)
class Event:
    """Something done to a file: bytes written at a place, its size set, all synced, or deleted; or a test's mark.

    `at` of what was deleted: whether the folder was synced as well.
    """

    kind: Kind
    file: str
    at: int = 0
    data: bytes = b""


@dataclass
class Recording:
    """What a folder held, and what was done to its files since, in order."""

    before: dict[str, bytes] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    def mark(self, what: str) -> None:
        """Note that somebody was told so at this moment."""
        self.events.append(Event("mark", what))

    def marks(self, until: int) -> list[str]:
        """Return what was told before the event with this number."""
        return [event.file for event in self.events[:until] if event.kind == "mark"]

    def left_by_a_cut(self, until: int, rng: random.Random) -> dict[str, bytes]:
        """Return the files as they may be after the power went before the event with this number."""
        done = list(enumerate(self.events[:until]))
        synced = {event.file: number for number, event in done if event.kind == "sync"}
        folder_synced = self._folder_synced(until)
        files = {name: bytearray(content) for name, content in self.before.items()}
        for number, event in done:
            if event.kind == "delete":
                if number < folder_synced or rng.random() < 0.5:  # else the file is still there
                    files.pop(event.file, None)
            elif event.kind in ("write", "truncate"):
                lasting = number < synced.get(event.file, -1)
                _apply(files.setdefault(event.file, bytearray()), event, None if lasting else rng)
        return {name: bytes(content) for name, content in files.items()}

    def _folder_synced(self, until: int) -> int:
        """Return the number of the last event with which the folder was synced too.

        That is a deletion that asks for it, and the first sync of a file that was made (SQLite's `unixSync`).
        """
        there, last = set(self.before), -1
        made = set[str]()
        for number, event in enumerate(self.events[:until]):
            if event.kind == "write" and event.file not in there:
                there.add(event.file)
                made.add(event.file)
            elif event.kind == "delete":
                there.discard(event.file)
                last = number + 1 if event.at else last
            elif event.kind == "sync" and event.file in made:
                made.discard(event.file)
                last = number
        return last


@dataclass
class Disk:
    """A disk that takes so many more writes (None: all there are), and how many it has refused."""

    room: int | None = None
    refused: int = 0

    @contextmanager
    def full(self) -> Iterator[None]:
        """Take nothing for the length of a block."""
        self.room = 0
        try:
            yield
        finally:
            self.room = None

    def takes(self) -> bool:
        """Return whether one more write is taken, and count it."""
        if self.room is None:
            return True
        if self.room > 0:
            self.room -= 1
            return True
        self.refused += 1
        return False


def _apply(content: bytearray, event: Event, rng: random.Random | None) -> None:
    """Do what an event did; with `rng` it may have come to the disk whole, not at all, or in part."""
    size = len(event.data)
    if event.kind == "truncate":
        if rng is None or rng.random() < 0.5:
            del content[event.at :]
            content.extend(bytes(event.at - len(content)))
        return
    match rng.choice(("whole", "none", "torn", "sectors")) if rng else "whole":
        case "whole":
            parts = [(0, size)]
        case "torn":
            parts = [(0, rng.randrange(size + 1))] if rng else []
        case "sectors":
            parts = [(at, at + SECTOR) for at in range(0, size, SECTOR) if rng and rng.random() < 0.5]
        case _:
            parts = []
    for start, end in parts:
        _put(content, event.at + start, event.data[start:end])


def _put(content: bytearray, at: int, data: bytes) -> None:
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(data)] = data


# -- SQLite's file system layer ----------------------------------------------------------------------------------------

_Int, _Pointer = ctypes.c_int, ctypes.c_void_p


class _File(ctypes.Structure):
    _fields_ = (("methods", _Pointer),)


_READ_OR_WRITE = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, _Int, ctypes.c_int64)
_CLOSE = ctypes.CFUNCTYPE(_Int, _Pointer)
_TRUNCATE = ctypes.CFUNCTYPE(_Int, _Pointer, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(_Int, _Pointer, _Int)
# Names are passed on as pointers: SQLite keeps them, and finds what belongs to a file behind its name.
_OPEN = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, ctypes.POINTER(_File), _Int, _Pointer)
_DELETE = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, _Int)


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`; what is not wrapped here is passed on as it is."""

    _fields_ = (
        ("version", _Int),
        ("close", _CLOSE),
        ("read", _READ_OR_WRITE),
        ("write", _READ_OR_WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("rest", _Pointer * 13),
    )


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`, as far as it is needed."""

    _fields_ = (
        ("version", _Int),
        ("file_size", _Int),
        ("longest_path", _Int),
        ("next", _Pointer),
        ("name", ctypes.c_char_p),
        ("data", _Pointer),
        ("open", _OPEN),
        ("delete", _DELETE),
    )


def _path(name: int) -> Path:
    return Path(ctypes.string_at(name).decode())


_KEPT: list[_Wrapped] = []
"""What SQLite may still call, for as long as the process runs."""


@contextmanager
def recording(folder: Path, before: Callable[[int], None] = lambda _: None) -> Iterator[Recording]:
    """Record what connections that are opened in this block do to the files of a folder.

    `before` is called with the number of each write, before anything of it is done.

    Files of other folders are left alone. Not for a Python whose SQLite is linked into it: nobody can reach that then,
    and AttributeError is raised.
    """
    recorded = Recording({path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()})
    with _wrapping(folder, recorded, before, Disk()):
        yield recorded


@contextmanager
def disk_of(folder: Path) -> Iterator[Disk]:
    """Yield the disk under a folder, for the files that are opened there in this block; it can be full.

    Each write that it does not take ends as SQLite's own does on a full disk (SQLITE_FULL). Where a real one may still
    take what overwrites old bytes, this one takes nothing. As for which Python, see `recording`.
    """
    disk = Disk()
    with _wrapping(folder, None, lambda _: None, disk):
        yield disk


@contextmanager
def _wrapping(folder: Path, recorded: Recording | None, before: Callable[[int], None], disk: Disk) -> Iterator[None]:
    library = ctypes.CDLL(_sqlite3.__file__)  # and the SQLite that it has loaded
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    wrapped = _Wrapped(folder, recorded, before, disk, vfs.open, vfs.delete)
    _KEPT.append(wrapped)
    kept = ctypes.cast(vfs.open, _Pointer).value, ctypes.cast(vfs.delete, _Pointer).value
    vfs.open, vfs.delete = wrapped.open, wrapped.delete
    try:
        yield
    finally:
        vfs.open, vfs.delete = _OPEN(kept[0]), _DELETE(kept[1])  # type: ignore[arg-type]


class _Wrapped:
    """The functions that stand in SQLite's places, what they record, and the disk that takes what is written."""

    def __init__(
        self,
        folder: Path,
        recorded: Recording | None,
        before: Callable[[int], None],
        disk: Disk,
        real_open: Any,
        real_delete: Any,
    ) -> None:
        self._recorded = recorded
        self._folder = folder.resolve()
        self._before = before
        self._disk = disk
        self._lock = threading.Lock()
        self._names: dict[int, str] = {}
        self._tables: dict[int, tuple[_Methods, _Methods]] = {}
        # copies: what is read of a structure's field changes with the field
        self._real_open = _OPEN(ctypes.cast(real_open, _Pointer).value)  # type: ignore[arg-type]
        self._real_delete = _DELETE(ctypes.cast(real_delete, _Pointer).value)  # type: ignore[arg-type]
        self.open, self.delete = _OPEN(self._open), _DELETE(self._delete)

    def _open(self, vfs: int, name: int | None, file: Any, flags: int, out: int) -> int:
        code = int(self._real_open(vfs, name, file, flags, out))
        path = _path(name) if name else None
        if code == 0 and path is not None and path.parent == self._folder and file.contents.methods:
            with self._lock:
                self._names[ctypes.addressof(file.contents)] = path.name
                file.contents.methods = ctypes.addressof(self._methods(file.contents.methods))
        return code

    def _methods(self, real: int) -> _Methods:
        """Return the table of functions that stands for another one."""
        if real not in self._tables:
            original = _Methods.from_address(real)
            table = _Methods()
            ctypes.memmove(ctypes.addressof(table), real, ctypes.sizeof(_Methods))
            table.close = _CLOSE(self._closing(original.close))
            table.write = _READ_OR_WRITE(self._writing(original.write))
            table.truncate = _TRUNCATE(self._truncating(original.truncate))
            table.sync = _SYNC(self._syncing(original.sync))
            self._tables[real] = table, original
        return self._tables[real][0]

    def _note(self, kind: Kind, file: int, at: int = 0, data: bytes = b"") -> None:
        if self._recorded is not None:
            with self._lock:
                self._recorded.events.append(Event(kind, self._names[file], at, data))

    def _closing(self, real: Any) -> Callable[[int], int]:
        def close(file: int) -> int:
            return int(real(file))

        return close

    def _writing(self, real: Any) -> Callable[[int, int, int, int], int]:
        def write(file: int, data: int, size: int, at: int) -> int:
            with self._lock:
                if not self._disk.takes():
                    return sqlite3.SQLITE_FULL
            if self._recorded is not None:
                self._before(len(self._recorded.events))
                self._note("write", file, at, ctypes.string_at(data, size))
            return int(real(file, data, size, at))

        return write

    def _truncating(self, real: Any) -> Callable[[int, int], int]:
        def truncate(file: int, size: int) -> int:
            self._note("truncate", file, size)
            return int(real(file, size))

        return truncate

    def _syncing(self, real: Any) -> Callable[[int, int], int]:
        def sync(file: int, flags: int) -> int:
            code = int(real(file, flags))
            self._note("sync", file)
            return code

        return sync

    def _delete(self, vfs: int, name: int, sync_folder: int) -> int:
        code = int(self._real_delete(vfs, name, sync_folder))
        path = _path(name)
        if self._recorded is not None and path.parent == self._folder:
            with self._lock:
                self._recorded.events.append(Event("delete", path.name, sync_folder))
        return code
