"""A program that is kept open: rows go in, and as many come out."""

from __future__ import annotations

import json
import logging
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Deque, Dict, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from ._errors import BadRowsError, ElisionError
from ._policy import Policy, options_of
from ._program import failure, find_program, not_started

if TYPE_CHECKING:
    from typing_extensions import Unpack

Row = Union[str, bytes]
R = TypeVar("R", str, bytes)

log = logging.getLogger("elision")

_BUFFER_BYTES = 1024 * 1024
# Larger pipes, where Python can ask for them: both sides wait for each other less often.
_PIPES: Dict[str, Any] = {"pipesize": _BUFFER_BYTES} if sys.version_info >= (3, 10) else {}


class Compactor:
    """One ``elision pipe``, for as long as it is needed: in one task, one actor or one loop.

    It is used by one thread at a time. ``close`` gives its sums, and raises what went wrong.
    """

    def __init__(
        self,
        format: str,
        *,
        telemetry: bool = False,
        label: Optional[str] = None,
        bad_rows: Optional[str] = None,
        max_bad_rows: Union[int, str] = 0,
        program: Optional[str] = None,
        **policy: Unpack[Policy],
    ) -> None:
        own: Dict[str, Any] = {"label": label, "bad_rows": bad_rows, "max_bad_rows": max_bad_rows}
        if telemetry:
            own["telemetry"] = "column"
        self.metrics: Dict[str, Any] = {}
        """The sums of all rows, once it is closed: the line of metrics of ``elision pipe``."""
        self._said: Deque[str] = deque(maxlen=40)
        command = [*find_program(program), "pipe", f"--format={format}", *options_of(own), *options_of(policy)]
        try:
            self._child: "subprocess.Popen[bytes]" = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=_BUFFER_BYTES,
                **_PIPES,
            )
        except OSError as error:
            raise not_started(command[0], error) from error
        self._waiting: "queue.Queue[Any]" = queue.Queue()
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._writer.start()
        self._listener.start()
        self._is_open = True
        self._process = os.getpid()
        self._ahead = b""

    @property
    def is_open(self) -> bool:
        """Whether it takes rows, in this process."""
        return self._is_open and self._process == os.getpid()

    def compact(self, rows: Sequence[R]) -> List[R]:
        """Compacts rows: each a JSON text, a conversation of the format. As many come back, in order.

        A bad row comes back as it is. A line break at the end of a row stays. One in it is sent as a space, which
        JSON allows where a line break may be.
        """
        self.send(rows)
        return self.receive(rows)

    def send(self, rows: Sequence[Row]) -> None:
        """Sends rows ahead, whose results ``receive`` gives later."""
        self.send_lines([line_of(row) for row in rows])

    def receive(self, rows: Sequence[R]) -> List[R]:
        """The results of rows that were sent, the oldest first."""
        return [_result(row, line) for row, line in zip(rows, self.receive_lines(len(rows)))]

    def send_lines(self, lines: Sequence[bytes]) -> None:
        """Sends lines ahead, none of which has a line break."""
        self._check_open()
        if lines:
            self._put((b"\n".join([*lines, b""]),))

    def receive_lines(self, count: int) -> List[bytes]:
        """The results of lines that were sent, line breaks included."""
        self._check_open()
        readline = _pipe(self._child.stdout).readline
        lines = [readline() for _ in range(count)]
        if count > 0 and not lines[-1].endswith(b"\n"):
            self._fail()
        return lines

    def send_block(self, block: Any) -> None:
        """Sends lines ahead as one buffer: with line breaks between them, and none at its end."""
        self._check_open()
        self._put((block, b"\n"))

    def receive_block(self, count: int) -> bytes:
        """The results of ``count`` lines that were sent, at least one, without the last line break.

        Whoever takes blocks takes nothing else: what was read ahead is kept for the next.
        """
        self._check_open()
        out = _pipe(self._child.stdout)
        pieces: List[bytes] = []
        piece, self._ahead = self._ahead, b""
        while True:
            breaks = piece.count(b"\n")
            if breaks >= count:
                end = _nth_break(piece, count, breaks)
                self._ahead = piece[end + 1 :]
                pieces.append(piece[:end])
                return b"".join(pieces)
            count -= breaks
            pieces.append(piece)
            piece = out.read1(_BUFFER_BYTES)  # type: ignore[attr-defined]
            if not piece:
                self._fail()

    def close(self) -> Dict[str, Any]:
        """Ends the program, and gives its sums.

        Raises BadRowsError where more rows were bad than allowed, or a budget was missed.
        """
        if not self.is_open:
            return self.metrics
        self._is_open = False
        self._put(None)
        self._writer.join()
        _pipe(self._child.stdout).close()
        code = self._ended()
        if code == 1:
            raise BadRowsError("\n".join(self._said), code)
        if code != 0:
            raise self._error(code)
        return self.metrics

    def kill(self) -> None:
        """Ends the program at once."""
        is_ours = self._process == os.getpid()
        self._is_open = False
        if not is_ours:
            return  # It is that of the process that was forked.
        self._child.kill()
        self._ended()
        _pipe(self._child.stdout).close()

    def __enter__(self) -> "Compactor":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _trace: Optional[TracebackType],
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    def _check_open(self) -> None:
        if self._process != os.getpid():
            raise ElisionError("the program is that of another process: start one after the fork")
        if not self._is_open:
            raise ElisionError("the program is closed")

    def _put(self, blocks: Optional[Tuple[Any, ...]]) -> None:
        self._waiting.put(blocks)

    def _write(self) -> None:
        # Not by the stream's own buffer, in which blocks would be copied once more.
        stdin = _pipe(self._child.stdin)
        try:
            while True:
                blocks = self._waiting.get()
                if blocks is None:
                    break
                for block in blocks:
                    _write_all(stdin.fileno(), memoryview(block))
        except (BrokenPipeError, ValueError):
            pass  # It has ended: who reads its results is told.
        finally:
            try:
                stdin.close()
            except OSError:
                pass

    def _listen(self) -> None:
        for line in _pipe(self._child.stderr):
            text = line.decode("utf-8", "replace").rstrip("\n")
            if text.startswith('{"type":"metrics"'):
                self.metrics = json.loads(text)
            else:
                self._said.append(text)
                log.warning("%s", text)

    def _ended(self) -> int:
        code = self._child.wait()
        self._listener.join()
        _pipe(self._child.stderr).close()
        return code

    def _fail(self) -> None:
        """Raises what made the program end before its time."""
        self._is_open = False
        self._put(None)
        raise self._error(self._ended())

    def _error(self, code: int) -> ElisionError:
        return failure(code, "\n".join(self._said))


def _pipe(stream: Optional[IO[bytes]]) -> IO[bytes]:
    assert stream is not None
    return stream


def _nth_break(piece: bytes, count: int, breaks: int) -> int:
    """Where the line break of that number is, of ``breaks``; the last is asked for most."""
    at = len(piece)
    for _ in range(breaks - count + 1):
        at = piece.rindex(b"\n", 0, at)
    return at


def _write_all(descriptor: int, block: memoryview) -> None:
    while block:
        block = block[os.write(descriptor, block) :]


def line_of(row: Row) -> bytes:
    """A row as a line, without a line break at its end or in it."""
    line = row.encode("utf-8", "surrogatepass") if isinstance(row, str) else row
    if b"\n" not in line:
        return line
    return (line[:-1] if line.endswith(b"\n") else line).replace(b"\n", b" ")


def row_of(line: bytes, row: R) -> R:
    """A line that came back, of the type of the row that was sent, and with a line break if that has one."""
    if isinstance(row, str):
        # A view, so that the line is not copied before.
        return str(line if row.endswith("\n") else memoryview(line)[:-1], "utf-8", "surrogatepass")
    return line if row.endswith(b"\n") else line[:-1]


def _result(row: R, line: bytes) -> R:
    result = row_of(line, row)
    # A row that did not change is given back itself, with its line breaks. To encode it again would take longer.
    if isinstance(row, str):
        return row if result == (_sent(row) if "\n" in row else row) else result
    return row if line[:-1] == line_of(row) else result


def _sent(row: str) -> str:
    """A row as its line is, and with the line break that it has at its end."""
    return f"{row[:-1].replace(chr(10), ' ')}\n" if row.endswith("\n") else row.replace("\n", " ")
