"""Rows of any iterable."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Any, Deque, Dict, Generator, Generic, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union

from ._child import Compactor, line_of, row_of
from ._policy import Policy

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T", str, bytes, Mapping[str, Any])

_BATCH_ROWS = 256
_BATCH_BYTES = 512 * 1024
_AHEAD = 2


class CompactedRows(Generic[T]):
    """An iterator over compacted rows. When it has ended, ``metrics`` has the sums."""

    def __init__(self, rows: Iterable[T], compactor: Compactor) -> None:
        self._compactor = compactor
        self._results: Generator[T, None, None] = _results(iter(rows), compactor)

    @property
    def metrics(self) -> Dict[str, Any]:
        """The line of sums of ``elision pipe``; empty before the end."""
        return self._compactor.metrics

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        row: T = next(self._results)
        return row

    def close(self) -> None:
        """Ends the program, if not all rows are wanted."""
        self._results.close()
        if self._compactor.is_open:
            self._compactor.kill()

    def __del__(self) -> None:
        if hasattr(self, "_results"):
            self.close()


# No methods: then nothing that is kept by the iterator keeps the iterator, and the program ends as soon as that is let go.
def _results(rows: Iterator[T], compactor: Compactor) -> Generator[T, None, None]:
    sent: Deque[Tuple[List[T], List[bytes]]] = deque()
    try:
        for batch in _batches(rows):
            lines = [_line(row) for row in batch]
            compactor.send_lines(lines)
            sent.append((batch, lines))
            if len(sent) > _AHEAD:
                yield from _received(compactor, *sent.popleft())
        while sent:
            yield from _received(compactor, *sent.popleft())
    except BaseException:
        compactor.kill()
        raise
    compactor.close()


def _received(compactor: Compactor, batch: List[T], lines: List[bytes]) -> Iterator[T]:
    for row, before, after in zip(batch, lines, compactor.receive_lines(len(lines))):
        if len(after) == len(before) + 1 and after.startswith(before):
            yield row
        else:
            yield json.loads(after) if isinstance(row, Mapping) else row_of(after, row)


def compact_rows(
    rows: Iterable[T],
    *,
    format: str,
    telemetry: bool = False,
    label: Optional[str] = None,
    bad_rows: Optional[str] = None,
    max_bad_rows: Union[int, str] = 0,
    program: Optional[str] = None,
    **policy: Unpack[Policy],
) -> CompactedRows[T]:
    """Compacts rows by one program that is kept open; each is a JSON text (str or bytes) or a dict.

    One row comes out for every row that goes in, in order and of the same type, with the line break at its end if it
    has one; a bad row as it is. Up to
    768 rows are taken ahead. At the end a BadRowsError is raised where more than ``max_bad_rows`` (a
    number, or a text such as ``"1%"``) were bad; ``bad_rows`` names a file for them.
    """
    if isinstance(rows, (str, bytes, Mapping)):
        raise TypeError(f"expected rows, as a list or another iterable (got a {type(rows).__name__})")
    compactor = Compactor(
        format,
        telemetry=telemetry,
        label=label,
        bad_rows=bad_rows,
        max_bad_rows=max_bad_rows,
        program=program,
        **policy,
    )
    return CompactedRows(rows, compactor)


def _line(row: Any) -> bytes:
    if isinstance(row, (str, bytes)):
        return line_of(row)
    if isinstance(row, Mapping):
        return line_of(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
    raise TypeError(f"expected a JSON text or a dict (got {type(row).__name__})")


def _batches(rows: Iterator[T]) -> Iterator[List[T]]:
    batch: List[T] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row) if isinstance(row, (str, bytes)) else 4096
        if len(batch) >= _BATCH_ROWS or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
