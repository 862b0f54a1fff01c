"""Where the browser is that the page is tested with. `python -m tests.helpers.chromium` prints it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is the same engine without what is around a page: a tab takes half of the work."""
BUNDLES = (
    "Applications/Chromium.app/Contents/MacOS/Chromium",
    "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
HELP = (
    "no Chromium found for the tests of the page. Debian: apt-get install chromium-headless-shell. macOS: install "
    "Google Chrome, or brew install --cask chromium. Elsewhere: set CHROMIUM to the path of one."
)


class BrowserMissing(RuntimeError):
    """There is no browser: the tests of the page fail, they are not skipped."""


def find_chromium() -> str:
    """Return the path of a Chromium or Chrome. Raises BrowserMissing with the way to get one."""
    for path in _candidates():
        if os.access(path, os.X_OK):
            return path
    raise BrowserMissing(HELP)


def _candidates() -> Iterator[str]:
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        yield chosen
        return
    yield from filter(None, map(shutil.which, NAMES))
    for root in (Path("/"), Path.home()):
        yield from (str(root / bundle) for bundle in BUNDLES)


if __name__ == "__main__":
    try:
        sys.stdout.write(find_chromium() + "\n")
    except BrowserMissing as missing:
        sys.exit(str(missing))
