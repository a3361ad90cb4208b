"""Columns of texts as lines, and lines as columns: by Arrow's own functions, without a Python object for each row."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Tuple

import pyarrow as pa
import pyarrow.compute as pc

MOST_BYTES = 1024 * 1024 * 1024
"""Bytes of texts that are one block: offsets of Arrow's lists of texts have 32 bits."""


class SentTexts(NamedTuple):
    """Texts that were sent as a block of lines."""

    texts: Any
    """As they were, as bytes; nulls among them."""
    rows: Any
    """As lines, without line breaks."""
    is_list: Any
    """Whether each is a list, which was put under a key; None if none is."""
    key: bytes
    has_breaks: bool


def texts_of(column: Any) -> Any:
    """A column of texts or bytes, in one piece, as bytes. Nothing is copied if it is in one piece."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(whole, pa.ChunkedArray):
        whole = pa.concat_arrays(whole.chunks) if whole.num_chunks > 0 else pa.array([], whole.type)
    large = pa.types.is_large_string(whole.type) or pa.types.is_large_binary(whole.type)
    return whole.view(pa.large_binary() if large else pa.binary())


_HEAD_BYTES = 256
"""Bytes in which a text shows whether it is a list, but for one that is indented absurdly far."""


def to_lines(texts: Any, key: bytes) -> Tuple[SentTexts, Any]:
    """Texts as one block of lines: a list of messages is put under a key, a null is an empty row.

    The block is Arrow's own memory: bytes of Python's would be a copy in new memory, which costs more than all else.
    """
    kind = texts.type
    is_list = pc.match_substring_regex(pc.binary_slice(texts, 0, _HEAD_BYTES), r"^\s*\[")
    rows = texts
    if pc.any(is_list).as_py():
        ends = pa.scalar(b'{"%s":' % key, kind), pa.scalar(b"}", kind)
        wrapped = pc.binary_join_element_wise(ends[0], texts, ends[1], pa.scalar(b"", kind))
        rows = wrapped if pc.all(is_list).as_py() else pc.if_else(is_list, wrapped, texts)
    else:
        is_list = None
    if rows.null_count > 0:
        rows = pc.fill_null(rows, pa.scalar(b"", kind))
    has_breaks = _has_breaks(texts)
    if has_breaks:
        rows = pc.replace_substring(rows, "\n", " ")
    return SentTexts(texts, rows, is_list, key, has_breaks), _joined(rows)


_BREAK = re.compile(b"\n")


def _has_breaks(texts: Any) -> bool:
    """Whether a text may have a line break: to ask Arrow takes several times as long as to look at all of their bytes."""
    _, offsets, data = texts.buffers()
    if data is None or len(texts) == 0:
        return False
    places = memoryview(offsets).cast("q" if pa.types.is_large_binary(texts.type) else "i")
    range_of = memoryview(data)[places[texts.offset] : places[texts.offset + len(texts)]]
    return _BREAK.search(range_of) is not None


def _joined(rows: Any) -> Any:
    large = pa.types.is_large_binary(rows.type)
    ends = pa.array([0, len(rows)], pa.int64() if large else pa.int32())
    lists = (pa.LargeListArray if large else pa.ListArray).from_arrays(ends, rows)
    return memoryview(pc.binary_join(lists, pa.scalar(b"\n", rows.type))[0].as_buffer())


def from_lines(block: bytes, sent: SentTexts) -> Any:
    """The texts of a block of lines that came back; texts in whose rows nothing changed are as they were."""
    kind = sent.texts.type
    offsets = pa.array([0, len(block)], pa.int64() if pa.types.is_large_binary(kind) else pa.int32())
    whole = pa.Array.from_buffers(kind, 1, [None, offsets.buffers()[1], pa.py_buffer(block)])
    rows = pc.split_pattern(whole, "\n").values
    texts = rows
    if sent.is_list is not None:
        inner = pc.binary_slice(rows, len(sent.key) + 4, -1)
        texts = inner if pc.all(sent.is_list).as_py() else pc.if_else(sent.is_list, inner, rows)
    if sent.has_breaks:
        texts = pc.if_else(pc.equal(rows, sent.rows), sent.texts, texts)
    elif sent.texts.null_count > 0:
        texts = pc.if_else(pc.is_valid(sent.texts), texts, pa.scalar(None, kind))
    return texts
