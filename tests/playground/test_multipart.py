"""Forms are read as whoever writes them means them."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.multipart import Part, parts

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=20)
CONTENTS = st.binary(max_size=80) | st.lists(st.sampled_from([b"\r\n", b"--", b"\r\n--", b"\r\n\r\n", b"x"])).map(
    b"".join
)


def written(told: list[Part]) -> tuple[str, bytes]:
    """Write a form as aiohttp does; the kind and the body."""
    form = aiohttp.FormData(quote_fields=False, default_to_multipart=True)
    for part in told:
        if part.filename is None:
            form.add_field(part.name, part.content.decode("latin-1"))
        else:
            form.add_field(part.name, part.content, filename=part.filename, content_type="image/png")
    body: Any = form()
    return body.content_type, asyncio.run(body.as_bytes())


@given(st.lists(st.builds(Part, NAMES, CONTENTS, st.none() | NAMES)))
def test_what_was_written_is_read(told: list[Part]) -> None:
    kind, body = written(told)
    fields = [Part(each.name, each.content, each.filename) for each in parts(kind, body)]
    assert fields == [
        Part(
            each.name, each.content.decode("latin-1").encode() if each.filename is None else each.content, each.filename
        )
        for each in told
    ]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"--x--"),
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'),
        ("multipart/form-data; boundary=x", b"--x\r\nno head\r\n--x--"),
    ],
    ids=["no boundary", "nothing", "cut off", "no head"],
)
def test_what_is_no_form_is_refused(kind: str, body: bytes) -> None:
    with pytest.raises(ValueError):
        list(parts(kind, body))


def test_parts_without_a_name_are_left_out_and_quotes_are_undone() -> None:
    body = (
        b"before\r\n--x\r\nContent-Type: a/b\r\n\r\nnobody's\r\n"
        b'--x\r\ncontent-disposition: form-data; name="a \\"b\\""; filename="c.png"\r\n\r\n1\r\n--x--\r\nafter'
    )
    assert list(parts('multipart/form-data; boundary="x"', body)) == [Part('a "b"', b"1", "c.png")]
