"""Whole files in an object store: S3, as moto serves it on loopback."""

import gzip
import json

import pytest
from conftest import row

from elision import BadRowsError
from elision._files import plan_files, sums_of

pytest.importorskip("moto.server")
fs = pytest.importorskip("pyarrow.fs")
pa = pytest.importorskip("pyarrow")

BUCKET = "rows"


@pytest.fixture(scope="module")
def where():
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("ACCESS_KEY_ID", "a"), ("SECRET_ACCESS_KEY", "b"), ("EC2_METADATA_DISABLED", "true")):
            patch.setenv(f"AWS_{name}", value)
        patch.setenv("NO_PROXY", "127.0.0.1")
        yield f"{host}:{port}"
    server.stop()


@pytest.fixture
def store(where):
    store = fs.S3FileSystem(
        endpoint_override=where, scheme="http", region="us-east-1", allow_bucket_creation=True, allow_bucket_deletion=True
    )
    store.create_dir(BUCKET)
    yield store
    store.delete_dir(BUCKET)


def put(store, name, data):
    with store.open_output_stream(f"{BUCKET}/{name}", compression=None) as file:
        file.write(data)


def text_in(store, name):
    with store.open_input_stream(f"{BUCKET}/{name}", compression=None) as file:
        return file.read()


def compacted(where, inputs, output, max_bad_rows=0, bad_rows_dir=None):
    about = f"?endpoint_override={where}&scheme=http&region=us-east-1"
    tasks = plan_files(
        f"s3://{BUCKET}/{inputs}{about}",
        f"s3a://{BUCKET}/{output}{about}",
        format=None,
        column=None,
        bad_rows_dir=bad_rows_dir and f"s3://{BUCKET}/{bad_rows_dir}{about}",
        resume=True,
        filesystem=None,
        split_bytes=1,
        program=None,
        policy={"window": 2},
    )
    return tasks, sums_of(tasks, [task.run() for task in tasks], max_bad_rows)


def test_files_of_a_bucket(where, store, rows, expected):
    put(store, "in/a.jsonl", "".join(f"{each}\n" for each in rows).encode())
    put(store, "in/day=1/b.jsonl.gz", gzip.compress("".join(f"{each}\n" for each in rows[:7]).encode()))
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"n": range(40), "messages": rows}), f"{BUCKET}/in/c.parquet", filesystem=store)
    put(store, "in/_SUCCESS", b"")
    tasks, sums = compacted(where, "in", "out")
    assert (len(tasks), sums["transcripts"], sums["maskedCount"]) == (3, 87, 87 * 12)
    assert text_in(store, "out/a.jsonl").decode().split("\n")[:-1] == expected
    assert gzip.decompress(text_in(store, "out/day=1/b.jsonl.gz")).decode().split("\n")[:-1] == expected[:7]
    table = pq.read_table(f"{BUCKET}/out/c.parquet", filesystem=store)
    assert table.to_pydict() == {"n": list(range(40)), "messages": expected}


def test_a_second_job_skips_what_is_done(where, store, rows):
    for name in ("a", "b", "c"):
        put(store, f"in/{name}.jsonl", rows[0].encode())
    _, sums = compacted(where, "in", "out")
    store.delete_file(f"{BUCKET}/out/b.jsonl")
    put(store, "in/c.jsonl", f"{rows[0]}\n{rows[1]}\n".encode())
    tasks, sums = compacted(where, "in", "out")
    assert sorted(name for task in tasks if task.done is None for name in task.files) == ["b.jsonl", "c.jsonl"]
    assert sums["transcripts"] == 4
    tasks, sums = compacted(where, "in", "out")
    assert [task.done is None for task in tasks] == [False, False, False]


def test_large_files_and_bad_rows(where, store):
    lines = [row(number, turns=40, chars=2000) for number in range(400)]
    lines[7] = '{"messages":['
    put(store, "in/large.jsonl", "".join(f"{each}\n" for each in lines).encode())
    with pytest.raises(BadRowsError, match="bad rows: 1 of 400"):
        compacted(where, "in", "out", bad_rows_dir="bad")
    _, sums = compacted(where, "in", "out", max_bad_rows="1%", bad_rows_dir="bad")
    assert (sums["transcripts"], sums["badLines"]) == (399, 1)
    record = json.loads(text_in(store, "bad/large.jsonl.ndjson"))
    assert (record["number"], record["text"]) == (8, lines[7])
    put(store, "in/large.jsonl", lines[0].encode())
    compacted(where, "in", "out", bad_rows_dir="bad")
    assert not store.get_file_info(f"{BUCKET}/bad/large.jsonl.ndjson").is_file
