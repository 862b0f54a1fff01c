"""A free port, for a program that cannot say itself which one it took."""

from __future__ import annotations

import socket


def free_port() -> int:
    """Find a port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
