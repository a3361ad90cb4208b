"""A cluster of two nodes on this machine; ELISION_ROWS says how many rows (default 20,000)."""

import json
import os
import shlex
from pathlib import Path

import pytest

ray = pytest.importorskip("ray")
pytest.importorskip("pyarrow")

from conftest import alone, row  # noqa: E402

import elision  # noqa: E402

ROWS = int(os.environ.get("ELISION_ROWS", "20000"))
SOURCE = str(Path(elision.__file__).resolve().parents[1])


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["PYTHONPATH"] = os.pathsep.join([SOURCE, os.environ.get("PYTHONPATH", "")])
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    cluster.add_node(num_cpus=2)
    ray.init(address=cluster.address)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def many():
    rows = [row(number, turns=4, chars=300) for number in range(ROWS)]
    return rows, alone(rows, "--window=1")


def dataset_of(rows):
    return ray.data.from_items([{"n": n, "messages": each} for n, each in enumerate(rows)], override_num_blocks=16)


def by_number(ds):
    return [each["messages"] for each in sorted(ds.take_all(), key=lambda each: each["n"])]


def killing_its_parent_once(folder):
    """A program that kills who starts it first, and the mark that it has."""
    program, killed = folder / "elision", folder / "killed"
    start = f"exec {' '.join(map(shlex.quote, elision.find_program()))} \"$@\""
    program.write_text(f"#!/bin/sh\nif mkdir {shlex.quote(str(killed))} 2> /dev/null; then kill -9 $PPID; fi\n{start}\n")
    program.chmod(0o755)
    return str(program), killed


def test_rows_are_what_one_machine_makes_of_them(cluster, many):
    from elision.ray import compact

    rows, expected = many
    assert by_number(compact(dataset_of(rows), window=1, concurrency=2)) == expected


def test_an_actor_that_is_killed_loses_and_doubles_nothing(cluster, many, tmp_path):
    from elision.ray import compact

    rows, expected = many
    # The first actor that starts its program, for a batch that it holds, is killed by it.
    program, killed = killing_its_parent_once(tmp_path)
    result = compact(dataset_of(rows), window=1, concurrency=2, batch_size=64, program=program)
    assert by_number(result) == expected
    assert killed.exists()


def test_files_are_what_one_machine_makes_of_them_though_a_worker_is_killed(cluster, many, tmp_path):
    from elision.ray import compact_files

    rows, expected = many
    size = -(-ROWS // 8)
    (tmp_path / "in").mkdir()
    for part in range(8):
        text = "".join(line + "\n" for line in rows[part * size : (part + 1) * size])
        (tmp_path / "in" / f"{part}.jsonl").write_text(text, "utf-8")
    program, killed = killing_its_parent_once(tmp_path)
    sums = compact_files(str(tmp_path / "in"), str(tmp_path / "out"), split_bytes=1, window=1, program=program)
    text = "".join((tmp_path / "out" / f"{part}.jsonl").read_text("utf-8") for part in range(8))
    assert text == "".join(line + "\n" for line in expected)
    assert (sums["inputs"], sums["transcripts"]) == (8, ROWS)
    assert killed.exists()
    with pytest.raises(Exception, match="no program '/nowhere/elision'"):
        compact_files(str(tmp_path / "in"), str(tmp_path / "out"), program="/nowhere/elision")


def test_bad_rows_and_a_program_that_is_not_there_are_errors(cluster):
    from elision.ray import compact

    rows = [row(1), "torn"]
    with pytest.raises(Exception, match="bad rows: 1 of 2"):
        compact(dataset_of(rows), concurrency=1).take_all()
    assert by_number(compact(dataset_of(rows), concurrency=1, max_bad_rows=1))[1] == "torn"
    with pytest.raises(Exception, match="no program '/nowhere/elision'"):
        compact(dataset_of(rows), concurrency=1, program="/nowhere/elision").take_all()


def test_torn_rows_are_counted_and_in_the_side_file_and_the_rest_is_done(cluster, many, tmp_path):
    from elision.ray import compact

    rows, expected = (list(each) for each in many)
    for number in range(0, ROWS, 100):
        rows[number] = expected[number] = f'{{"messages":[{number}'
    bad = len(rows[::100])
    about = {"window": 1, "concurrency": 2, "max_bad_rows": bad, "bad_rows_dir": str(tmp_path)}
    result = compact(dataset_of(rows), telemetry_column="account", **about).materialize()
    assert by_number(result) == expected
    assert result.filter(lambda each: each["account"] is None).count() == bad
    side = [json.loads(line) for file in tmp_path.glob("actor-*.ndjson") for line in file.read_text().splitlines()]
    assert sorted(each["text"] for each in side) == sorted(rows[::100])
    assert all(each["label"].startswith("actor-") and each["reason"] for each in side)
