"""Parquet that the program wrote, read by pyarrow, DuckDB and datasets."""

import json
import subprocess
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from conftest import conversation  # noqa: E402

from elision import find_program  # noqa: E402

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "parquet"
NAMES = ["lz4", "structs", "structs-v2", "texts", "texts-deltas", "texts-prefixes", "sharegpt"]
COLUMNS = ("messages", "conversations", "trajectory")


def elision(*argv):
    subprocess.run([*find_program(), *map(str, argv)], check=True, capture_output=True)


@pytest.fixture(scope="module", params=[*NAMES, "large-texts", "large-structs", "large-lz4"])
def pair(request, tmp_path_factory):
    """A file, and what the program made of it."""
    folder = tmp_path_factory.mktemp("parquet")
    before = FIXTURES / f"{request.param}.parquet"
    if request.param.startswith("large"):
        before = folder / "before.parquet"
        rows = [conversation(number, turns=20, chars=3000) for number in range(300)]
        is_text = request.param != "large-structs"
        cells = pa.array([json.dumps(row) for row in rows]) if is_text else pa.array(rows)
        table = pa.table({"messages": cells, "n": range(300)})
        codec = {"large-texts": "snappy", "large-structs": "zstd", "large-lz4": "lz4"}[request.param]
        pq.write_table(table, before, row_group_size=70, compression=codec, write_page_index=True)
    after = folder / "after.parquet"
    elision("-q", "--window", "1", before, "-o", after)
    return before, after


def messages_in(row):
    value = next((row[name] for name in COLUMNS if row.get(name) is not None), [])
    return json.loads(value) if isinstance(value, str) else value


def masked_between(before, after):
    """How many texts of messages differ, in rows in which nothing else may."""
    count = 0
    for was, now in zip(before, after):
        assert {**was, **dict.fromkeys(COLUMNS)} == {**now, **dict.fromkeys(COLUMNS)}
        assert len(messages_in(was)) == len(messages_in(now))
        for old, new in zip(messages_in(was), messages_in(now)):
            text = "value" if "value" in old else "content"
            assert {**old, text: 0} == {**new, text: 0}
            if old[text] != new[text]:
                assert new[text].startswith("[observation masked")
                count += 1
    return count


def test_pyarrow_reads_the_same_schema_metadata_row_groups_and_values(pair):
    before, after = map(pq.ParquetFile, pair)
    assert after.schema.equals(before.schema)
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert after.metadata.metadata == before.metadata.metadata

    def shape(file):
        groups = [file.metadata.row_group(k) for k in range(file.metadata.num_row_groups)]
        return [(each.num_rows, [each.column(k).compression for k in range(each.num_columns)]) for each in groups]

    assert shape(after) == shape(before)
    assert masked_between(before.read().to_pylist(), after.read().to_pylist()) > 10


def test_duckdb_reads_the_same_types_and_values(pair):
    duckdb = pytest.importorskip("duckdb")
    before, after = (duckdb.sql(f"select * from '{file}'") for file in pair)
    assert (after.columns, after.types) == (before.columns, before.types)
    rows = [[dict(zip(each.columns, row)) for row in each.fetchall()] for each in (before, after)]
    assert masked_between(*rows) > 10
    # With statistics and page indexes: those of columns that moved have to be right.
    name = before.columns[-1] if "n" in before.columns else "id"
    value = repr(rows[0][3][name])
    found = duckdb.sql(f"select count(*) from '{pair[1]}' where {name} = {value}").fetchall()
    assert found == [(1,)]


def test_datasets_loads_the_same_features_and_values(pair, tmp_path):
    datasets = pytest.importorskip("datasets")
    before, after = (
        datasets.load_dataset("parquet", data_files=str(file), split="train", cache_dir=str(tmp_path)) for file in pair
    )
    assert after.features == before.features
    assert masked_between(before.to_list(), after.to_list()) > 10


def test_pyarrow_finds_rows_by_the_page_index_and_writes_what_it_reads(pair, tmp_path):
    before, after = (pq.read_table(file) for file in pair)
    pq.write_table(after, tmp_path / "again.parquet")
    assert pq.read_table(tmp_path / "again.parquet").equals(after)
    name = "n" if "n" in before.column_names else "id"
    value = before[name][3]
    assert pq.read_table(pair[1], filters=[(name, "=", value.as_py())])[name].to_pylist() == [value.as_py()]
