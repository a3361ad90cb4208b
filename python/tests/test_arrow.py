import json
import pickle

import pytest

pa = pytest.importorskip("pyarrow")

from conftest import alone, conversation  # noqa: E402

from elision import BadRowsError  # noqa: E402
from elision._arrow import ColumnCompactor  # noqa: E402

MESSAGE = pa.struct(
    [
        ("role", pa.string()),
        ("content", pa.string()),
        ("tool_call_id", pa.string()),
        (
            "tool_calls",
            pa.list_(
                pa.struct(
                    [
                        ("id", pa.string()),
                        ("type", pa.string()),
                        ("function", pa.struct([("name", pa.string()), ("arguments", pa.string())])),
                    ]
                )
            ),
        ),
    ]
)


def compacted(table, column="messages", **about):
    about = {"format": "openai-chat", "policy": {"window": 2}, **about}
    compactor = ColumnCompactor(column, **about)
    result = compactor.batch(table)
    compactor.close()
    return result, compactor.totals


def texts(rows):
    """The lists of messages that the rows hold, as the program masks them."""
    return [json.dumps(json.loads(row)["messages"], ensure_ascii=False) for row in rows]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary()])
def test_texts_are_lists_or_whole_rows(rows, expected, kind):
    table = pa.table({"n": pa.array(range(40), pa.int8()), "messages": pa.array(rows, pa.string()).cast(kind)})
    result, totals = compacted(table)
    assert result.schema == table.schema
    assert result["messages"].cast(pa.string()).to_pylist() == expected
    assert totals["maskedCount"] == 40 * 12
    lists, _ = compacted(pa.table({"messages": pa.array(texts(rows), pa.string()).cast(kind)}))
    assert lists["messages"].cast(pa.string()).to_pylist() == texts(expected)


def test_lists_of_structs_keep_their_type_and_nulls(rows, expected):
    cells = [json.loads(row)["messages"] for row in rows] + [None, []]
    table = pa.table({"messages": pa.array(cells, pa.list_(MESSAGE)), "reward": [0.5] * 42})
    result, _ = compacted(table, max_bad_rows=1)
    want = [json.loads(row)["messages"] for row in expected] + [None, []]
    assert result == pa.table({"messages": pa.array(want, pa.list_(MESSAGE)), "reward": [0.5] * 42})
    assert result["messages"].to_pylist()[0][2]["content"].startswith("[observation masked")


def test_telemetry_is_a_column_that_bad_rows_have_none_in(rows):
    rows[7] = "torn"
    table = pa.table({"messages": rows}).to_batches()[0]
    result, totals = compacted(table, telemetry_column="account", max_bad_rows=1)
    accounts = result.column("account").to_pylist()
    assert accounts[7] is None
    assert accounts[8]["maskedCount"] == 12
    assert result.column("messages").to_pylist()[7] == "torn"
    assert (totals["rows"], totals["badRows"]) == (40, 1)


def test_too_many_bad_rows_are_an_error(rows):
    rows[7] = rows[8] = "torn"
    for allowed in (1, "4%"):
        with pytest.raises(BadRowsError, match="bad rows: 2 of 40"):
            compacted(pa.table({"messages": rows}), max_bad_rows=allowed)
    compacted(pa.table({"messages": rows}), max_bad_rows="5%")


def test_a_row_with_an_account_keeps_it():
    row = alone([json.dumps({"messages": conversation(1)})], "--window=2", "--telemetry=column")[0]
    result, totals = compacted(pa.table({"messages": [row]}))
    assert result["messages"].to_pylist() == [row]
    assert totals["badRows"] == 0


def test_a_text_that_is_the_name_of_the_account_is_no_account(rows):
    named = [each.replace('"name": "run"', '"name": "elision"') for each in rows] + ['{"a":1,"elision":{}}', '[1,"elision"]']
    expected = alone(named, "--window=2", "--max-bad-rows=2")
    result, totals = compacted(pa.table({"messages": named}), max_bad_rows=2)
    assert result["messages"].to_pylist() == expected
    assert (totals["badRows"], totals["maskedCount"]) == (2, 40 * 12)
    lists = texts(named[:40])
    assert compacted(pa.table({"messages": lists}))[0]["messages"].to_pylist() == texts(expected[:40])


def test_what_json_cannot_say_is_refused():
    kind = pa.list_(pa.struct([("role", pa.string()), ("at", pa.timestamp("us"))]))
    with pytest.raises(TypeError, match="timestamp"):
        compacted(pa.table({"messages": pa.array([], kind)}))
    with pytest.raises(TypeError, match="expected JSON texts or lists of structs"):
        compacted(pa.table({"messages": [1]}))
    with pytest.raises(ValueError, match="no column 'messages'.*there are: n"):
        compacted(pa.table({"n": [1]}))


def test_it_can_be_sent_to_another_process(rows, expected):
    compactor = ColumnCompactor("messages", format="openai-chat", policy={"window": 2})
    compactor.batch(pa.table({"messages": rows}))
    again = pickle.loads(pickle.dumps(compactor))
    assert again.batch(pa.table({"messages": rows}))["messages"].to_pylist() == expected
    compactor.close()
    again.close()


def in_blocks(tables, **about):
    about = {"format": "openai-chat", "policy": {"window": 2}, "is_closed": True, **about}
    compactor = ColumnCompactor("messages", **about)
    results = list(compactor.batches(iter(tables)))
    compactor.close()
    return results, compactor.totals


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()])
def test_blocks_are_what_single_rows_are(rows, expected, kind):
    lists, list_results = texts(rows), texts(expected)
    spread = [json.dumps(json.loads(row), indent=1, ensure_ascii=False) for row in rows[:9]]
    mixed = [rows[0], None, lists[1], "", " \t" + lists[2], *spread, '{"n":1}']
    tables = [
        pa.table({"messages": pa.array(each, pa.string()).cast(kind), "n": range(len(each))})
        for each in (rows, lists, mixed, [], [None])
    ]
    results, totals = in_blocks(tables, max_bad_rows=1)
    singly, sums = [compacted(table, max_bad_rows=1) for table in tables], None
    assert [each.schema for each in results] == [each.schema for each in tables]
    assert results == [result for result, _ in singly]
    sums = {name: sum(each[name] for _, each in singly) for name in totals}
    assert {**totals, "rows": 0, "badRows": 0} == {**sums, "rows": 0, "badRows": 0}
    assert results[0]["messages"].cast(pa.string()).to_pylist() == expected
    assert results[1]["messages"].cast(pa.string()).to_pylist() == list_results


def test_blocks_of_record_batches_and_slices(rows, expected):
    batch = pa.record_batch({"messages": rows}).slice(3, 30)
    (result,), totals = in_blocks([batch])
    assert result.column("messages").to_pylist() == expected[3:33]
    assert totals["rows"] == 30
    structs = pa.array([json.loads(row)["messages"] for row in rows] + [None], pa.list_(MESSAGE))
    (result,), totals = in_blocks([pa.table({"messages": structs})])
    assert result["messages"].to_pylist()[:40] == pa.array([json.loads(row)["messages"] for row in expected], pa.list_(MESSAGE)).to_pylist()
    assert totals["maskedCount"] == 40 * 12


def test_bad_rows_in_blocks_come_back_and_are_an_error_at_the_end(rows):
    rows[7] = rows[8] = "torn"
    for allowed in (1, "4%"):
        with pytest.raises(BadRowsError, match="bad rows: 2 of 40"):
            in_blocks([pa.table({"messages": rows})], max_bad_rows=allowed)
    (result,), totals = in_blocks([pa.table({"messages": rows})], max_bad_rows="5%")
    assert result["messages"].to_pylist()[7:9] == ["torn", "torn"]
    assert (totals["rows"], totals["badRows"]) == (40, 2)


def test_a_block_that_is_too_long_is_halved(rows, expected, monkeypatch):
    import elision._arrow

    monkeypatch.setattr(elision._arrow, "MOST_BYTES", 20_000)
    results, _ = in_blocks([pa.table({"messages": rows})])
    assert len(results) > 4
    assert [text for each in results for text in each["messages"].to_pylist()] == expected


def test_it_is_a_function_of_batches(rows, expected):
    compactor = ColumnCompactor("messages", format="openai-chat", policy={"window": 2})
    assert compactor(pa.table({"messages": rows}))["messages"].to_pylist() == expected
    compactor.close()
