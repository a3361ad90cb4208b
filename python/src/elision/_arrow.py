"""A column of Arrow data: what Spark, Ray and datasets share."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

import pyarrow as pa

from ._child import Compactor
from ._errors import BadRowsError
from ._texts import MOST_BYTES, SentTexts, from_lines, texts_of, to_lines

TELEMETRY_FIELDS = (
    ("format", pa.string()),
    ("messages", pa.int64()),
    ("beforeChars", pa.int64()),
    ("afterChars", pa.int64()),
    ("maskedCount", pa.int64()),
    ("maskedChars", pa.int64()),
    ("droppedCount", pa.int64()),
    ("reductionStage", pa.string()),
    ("fits", pa.bool_()),
)
TELEMETRY_TYPE = pa.struct([pa.field(name, kind) for name, kind in TELEMETRY_FIELDS])

_SUMS = ("messages", "beforeChars", "afterChars", "maskedCount", "maskedChars", "droppedCount")
_MARK = b',"elision":'
_LONGEST_ACCOUNT = 1024
# Each type of text, and the type of its bytes.
_BYTES = {"string": pa.binary(), "large_string": pa.large_binary()}


class _Sent(NamedTuple):
    """A batch whose rows the program has."""

    table: Any
    place: int
    form: str
    cells: List[Any]
    places: List[int]
    rows: List[bytes]


class _SentColumn(NamedTuple):
    """A batch of texts that the program has as one block."""

    table: Any
    place: int
    sent: SentTexts


class ColumnCompactor:
    """Compacts one column, batch by batch, by one program. It can be pickled: the program is started where it is used.

    The column holds JSON texts (a list of messages, or a whole row of the format), or lists of structs. It is
    a function of batches, as engines call it. Whoever is sure to call ``close`` says ``is_closed``: then the program
    itself counts, and texts go to it and back as blocks. ``version`` is the program's, where results are kept
    by the state of the function.
    """

    def __init__(
        self,
        column: str,
        *,
        format: str,
        telemetry_column: Optional[str] = None,
        max_bad_rows: Union[int, str, None] = 0,
        label: Optional[str] = None,
        bad_rows: Optional[str] = None,
        program: Optional[str] = None,
        policy: Mapping[str, Any],
        is_closed: bool = False,
        version: Optional[str] = None,
    ) -> None:
        self.column = column
        self.format = format
        self.telemetry_column = telemetry_column
        self.max_bad_rows = max_bad_rows
        self.about: Dict[str, Any] = {"label": label, "bad_rows": bad_rows, "program": program, **policy}
        self.totals: Dict[str, Any] = _no_totals()
        self.version = version
        self._counts_itself = telemetry_column is not None or not is_closed
        self._nulls = 0
        self._compactor: Optional[Compactor] = None

    def __call__(self, table: Any) -> Any:
        return self.batch(table)

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_compactor": None, "totals": _no_totals(), "_nulls": 0}

    def batch(self, table: Any) -> Any:
        """The same ``RecordBatch`` or ``Table`` with the column compacted, and the account of each row if asked for."""
        (result,) = self.batches(iter([table]))
        return result

    def batches(self, tables: Iterator[Any]) -> Iterator[Any]:
        """The same for many; the program works on one while the one before is put together."""
        waiting: Union[_Sent, _SentColumn, None] = None
        for table in (piece for whole in tables for piece in self._pieces(whole)):
            sent = self._send(table)
            if waiting is not None:
                yield self._receive(waiting)
            waiting = sent
        if waiting is not None:
            yield self._receive(waiting)

    def close(self) -> None:
        """Ends the program; raises BadRowsError where more rows were bad than allowed."""
        compactor, self._compactor = self._compactor, None
        metrics = {} if compactor is None else compactor.close()
        if self._counts_itself:
            self._check(is_last=True)
            return
        for name in self.totals:
            self.totals[name] += metrics.get(name, 0)
        self.totals["rows"] -= self._nulls

    def kill(self) -> None:
        """Ends the program at once."""
        compactor, self._compactor = self._compactor, None
        if compactor is not None:
            compactor.kill()

    def _pieces(self, table: Any) -> Iterator[Any]:
        """A batch, or its halves where its texts are too long for one block."""
        place = table.schema.get_field_index(self.column)
        if place < 0 or table.num_rows < 2 or table.column(place).nbytes < MOST_BYTES:
            yield table
            return
        half = table.num_rows // 2
        yield from self._pieces(table.slice(0, half))
        yield from self._pieces(table.slice(half))

    def _send(self, table: Any) -> Union[_Sent, _SentColumn]:
        place = table.schema.get_field_index(self.column)
        if place < 0:
            names = ", ".join(table.schema.names)
            raise ValueError(f"there is no column {self.column!r} (there are: {names})")
        kind = table.schema.field(place).type
        form = _form_of(kind, self.column)
        column = table.column(place)
        if not self._counts_itself and form != "structs" and len(column) > 0:
            sent, block = to_lines(texts_of(column), self._key())
            self._nulls += sent.texts.null_count
            self._open().send_block(block)
            return _SentColumn(table, place, sent)
        # Texts go as their bytes: to decode and encode them takes longer than to compact them.
        cells = (column.cast(_BYTES[str(kind)]) if form == "text" else column).to_pylist()
        places = [k for k, cell in enumerate(cells) if cell is not None]
        key = self._key()
        rows = [_sent(cells[k], form, key) for k in places]
        self._open().send_lines(rows)
        return _Sent(table, place, form, cells, places, rows)

    def _receive(self, sent: Union[_Sent, _SentColumn]) -> Any:
        if isinstance(sent, _SentColumn):
            return self._receive_block(sent)
        table, place, form, cells, places, rows = sent
        accounts: List[Any] = [None] * len(cells)
        if self._counts_itself:
            self._receive_accounts(sent, accounts)
        elif rows:
            for k, row, out in zip(places, rows, self._open().receive_block(len(rows)).split(b"\n")):
                if out != row:
                    cells[k] = _cell(out, cells[k], form, self._key())
        schema = table.schema
        field = schema.field(place)
        columns = [table.column(k) for k in range(table.num_columns)]
        is_text = form == "text"
        values = pa.array(cells, type=_BYTES[str(field.type)] if is_text else field.type)
        columns[place] = values.cast(field.type) if is_text else values
        if self.telemetry_column is not None:
            columns.append(pa.array(accounts, type=TELEMETRY_TYPE))
            schema = schema.append(pa.field(self.telemetry_column, TELEMETRY_TYPE))
        return type(table).from_arrays(columns, schema=schema)

    def _receive_block(self, sent: _SentColumn) -> Any:
        table, place, texts = sent
        block = self._open().receive_block(len(texts.rows))
        columns = [table.column(k) for k in range(table.num_columns)]
        columns[place] = from_lines(block, texts).view(table.schema.field(place).type)
        return type(table).from_arrays(columns, schema=table.schema)

    def _receive_accounts(self, sent: _Sent, accounts: List[Any]) -> None:
        """Puts the results of rows that come with their accounts into the cells, and counts them."""
        _, _, form, cells, places, rows = sent
        outs = self._open().receive_lines(len(rows))
        self.totals["rows"] += len(rows)
        for k, row, out in zip(places, rows, outs):
            plain, account = _apart(row, out)
            if account is None:
                self.totals["badRows"] += 1 if row.strip() else 0
                continue
            accounts[k] = account
            for name in _SUMS:
                self.totals[name] += account[name]
            if account["afterChars"] != account["beforeChars"] or plain != row:
                cells[k] = _cell(plain, cells[k], form, self._key())
        self._check(is_last=False)

    def _key(self) -> bytes:
        return b"conversations" if self.format == "sharegpt" else b"messages"

    def _open(self) -> Compactor:
        if self._compactor is None:
            # Bad rows are counted here for who never says that it is at its end, as an actor.
            allowed = "100%" if self._counts_itself or self.max_bad_rows is None else self.max_bad_rows
            self._compactor = Compactor(self.format, telemetry=self._counts_itself, max_bad_rows=allowed, **self.about)
        return self._compactor

    def _check(self, *, is_last: bool) -> None:
        allowed = self.max_bad_rows
        if allowed is None:
            return
        bad, rows = self.totals["badRows"], self.totals["rows"]
        if isinstance(allowed, str) and allowed.endswith("%"):
            is_over = is_last and bad * 100 > float(allowed[:-1]) * rows
        else:
            is_over = bad > int(allowed)
        if is_over:
            label = self.about.get("label")
            where = f"{label}: " if label else ""
            raise BadRowsError(f"{where}bad rows: {bad} of {rows}, more than {allowed} (max_bad_rows)", 1)


def _no_totals() -> Dict[str, Any]:
    return {"rows": 0, "badRows": 0, **dict.fromkeys(_SUMS, 0)}


def _form_of(kind: Any, column: str) -> str:
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return "text"
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return "bytes"
    if (pa.types.is_list(kind) or pa.types.is_large_list(kind)) and pa.types.is_struct(kind.value_type):
        _refuse_unsaid(kind, column)
        return "structs"
    raise TypeError(f"column {column!r}: expected JSON texts or lists of structs (got {kind})")


def _refuse_unsaid(kind: Any, column: str) -> None:
    """Refuses types that JSON has no value for: they would not come back as they were."""
    types = pa.types
    if types.is_struct(kind):
        for k in range(kind.num_fields):
            _refuse_unsaid(kind.field(k).type, column)
    elif types.is_list(kind) or types.is_large_list(kind):
        _refuse_unsaid(kind.value_type, column)
    elif not (
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_integer(kind)
        or types.is_floating(kind)
        or types.is_boolean(kind)
        or types.is_null(kind)
    ):
        raise TypeError(f"column {column!r}: JSON has no value for {kind}, which is in its structs")


def _sent(cell: Any, form: str, key: bytes) -> bytes:
    """A row of the format, without line breaks: of messages alone, the object that holds them."""
    text: bytes = json.dumps(cell, ensure_ascii=False, separators=(",", ":")).encode() if form == "structs" else cell
    if b"\n" in text:
        text = text.replace(b"\n", b" ")
    return b'{"%s":%s}' % (key, text) if _is_list(text) else text


def _is_list(text: bytes) -> bool:
    return text[:64].lstrip()[:1] == b"["


def _apart(row: bytes, out: bytes) -> Tuple[bytes, Optional[Dict[str, Any]]]:
    """A row without its account, and the account; none for a bad row."""
    if _has_own_account(row):
        account = json.loads(out).get("elision")
        return out[:-1], account if isinstance(account, dict) and "beforeChars" in account else None
    if len(out) == len(row) + 1 and out.startswith(row):
        return row, None
    at = out.rindex(_MARK, max(0, len(out) - _LONGEST_ACCOUNT))
    account, end = _DECODER.raw_decode(out[at + len(_MARK) :].decode())
    return out[:at] + out[at + len(_MARK) + end : -1], account


_DECODER = json.JSONDecoder()


def _has_own_account(row: bytes) -> bool:
    """Whether a row came with something under the key, which is not a text in it."""
    if b'"elision"' not in row:
        return False
    try:
        parsed = json.loads(row)
    except ValueError:
        return False
    return isinstance(parsed, dict) and "elision" in parsed


def _cell(plain: bytes, before: Any, form: str, key: bytes) -> Any:
    if form == "structs":
        return json.loads(plain)[key.decode()]
    return plain[len(key) + 4 : -1] if _is_list(before) else plain
