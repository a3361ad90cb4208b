"""A standalone cluster of one master and two workers on loopback; ELISION_ROWS says how many rows (default 20,000)."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java", allow_module_level=True)

from conftest import alone, row  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import elision  # noqa: E402

ROWS = int(os.environ.get("ELISION_ROWS", "20000"))
PARTS = 16
BROKEN = '{"messages":['
HOME = Path(pyspark.__file__).parent
SOURCE = str(Path(elision.__file__).resolve().parents[1])


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(condition, what, seconds=180):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(0.1)


class Cluster:
    """Spark's own classes, as start-master.sh and start-worker.sh start them."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.url = f"spark://127.0.0.1:{self.port}"
        self.started = []
        self.start("Master", "--port", str(self.port), "--webui-port", str(free_port()))
        wait_for(self.is_listening, "the master")
        self.workers = [self.add_worker() for _ in range(2)]
        self.wait_for_workers(2)

    def start(self, name, *argv):
        kind = name.lower()
        log = self.folder / f"{name}-{len(self.started)}.log"
        env = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYTHONPATH": SOURCE, "SPARK_DAEMON_MEMORY": "256m"}
        command = [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{kind}.{name}", "--host", "127.0.0.1"]
        process = subprocess.Popen(
            [*command, *argv], env=env, stdout=log.open("w"), stderr=subprocess.STDOUT, start_new_session=True
        )
        self.started.append((process, log))
        return process

    def add_worker(self):
        argv = ["--cores", "1", "--memory", "1g", "--webui-port", str(free_port()), "--work-dir", str(self.folder)]
        return self.start("Worker", *argv, self.url)

    def is_listening(self):
        with socket.socket() as to:
            return to.connect_ex(("127.0.0.1", self.port)) == 0

    def wait_for_workers(self, count):
        log = self.started[0][1]
        wait_for(lambda: log.read_text().count("Registering worker") >= count, "the workers")

    def kill(self, process):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self):
        for process, _ in self.started:
            if process.poll() is None:
                self.kill(process)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.stop()


def session_on(cluster, **about):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(cluster.url).appName("elision")
    settings = {
        "spark.ui.enabled": "false",
        "spark.executor.memory": "900m",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executorEnv.PYTHONPATH": SOURCE,
        "spark.executorEnv.ELISION_BIN": os.environ["ELISION_BIN"],
        **about,
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


@pytest.fixture(scope="module")
def spark(cluster):
    session = session_on(cluster)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Rows in 16 files, and what the program alone makes of them."""
    folder = tmp_path_factory.mktemp("rows")
    rows = [row(number, turns=4, chars=300) for number in range(ROWS)]
    size = -(-ROWS // PARTS)
    (folder / "in").mkdir()
    for part in range(PARTS):
        text = "".join(line + "\n" for line in rows[part * size : (part + 1) * size])
        (folder / "in" / f"{part:02}.jsonl").write_text(text, "utf-8")
    return folder, alone(rows, "--window=1")


def lines_of(df):
    return [value for (value,) in df.collect()]


def lines_in(folder):
    """What Spark wrote, sorted; the driver never has it all."""
    return sorted(line for file in folder.glob("part-*") for line in file.read_text("utf-8").split("\n")[:-1])


def test_jsonl_is_what_one_machine_makes_of_it(spark, many):
    from elision.spark import compact, totals

    folder, expected = many
    sums = totals(spark)
    df = spark.read.text(str(folder / "in")).repartition(PARTS)
    result = compact(df, "value", window=1, totals=sums)
    assert result.schema == df.schema
    result.write.text(str(folder / "small"))
    assert lines_in(folder / "small") == sorted(expected)
    assert sums.value["rows"] == ROWS
    assert sums.value["badRows"] == 0


def test_parquet_is_what_one_machine_makes_of_it(spark, many):
    from elision.spark import compact

    folder, expected = many
    texts = spark.read.text(str(folder / "in")).selectExpr("value as messages", "length(value) as chars")
    texts.repartition(PARTS).write.mode("overwrite").parquet(str(folder / "rows.parquet"))
    df = spark.read.parquet(str(folder / "rows.parquet"))
    compact(df, window=1, telemetry_column="account").write.mode("overwrite").parquet(str(folder / "small.parquet"))
    small = spark.read.parquet(str(folder / "small.parquet"))
    assert small.columns == ["messages", "chars", "account"]
    small.select("messages").write.text(str(folder / "texts"))
    assert lines_in(folder / "texts") == sorted(expected)
    assert small.selectExpr("sum(account.maskedCount)").collect()[0][0] == 3 * ROWS


def test_structs_keep_their_schema(spark):
    from elision.spark import compact

    kind = "array<struct<role:string,content:string,tool_call_id:string,tool_calls:array<struct<id:string,type:string,function:struct<name:string,arguments:string>>>>>"
    rows = [row(number) for number in range(100)]
    df = spark.createDataFrame([(json.loads(each)["messages"], 1.5) for each in rows], f"messages {kind}, reward double")
    result = compact(df, window=2)
    assert result.schema == df.schema
    contents = [[m["content"] for m in json.loads(each)["messages"]] for each in alone(rows, "--window=2")]
    assert [[m.content for m in each.messages] for each in result.collect()] == contents


def test_files_are_what_one_machine_makes_of_them(spark, many):
    from elision.spark import compact_files

    folder, expected = many
    sums = compact_files(spark, str(folder / "in"), str(folder / "small-files"), split_bytes=1, window=1)
    names = sorted(file.name for file in (folder / "in").iterdir())
    assert sorted(file.name for file in (folder / "small-files").iterdir()) == names
    text = "".join((folder / "small-files" / name).read_text("utf-8") for name in names)
    assert text == "".join(line + "\n" for line in expected)
    assert (sums["inputs"], sums["transcripts"], sums["maskedCount"]) == (PARTS, ROWS, 3 * ROWS)


def test_parquet_files_are_what_one_machine_makes_of_them(spark, many, tmp_path):
    from elision.spark import compact_files

    folder, expected = many
    texts = spark.read.text(str(folder / "in")).selectExpr("value as messages", "length(value) as chars")
    texts.repartition(PARTS).write.parquet(f"file://{tmp_path}/rows.parquet")
    compact_files(spark, f"file://{tmp_path}/rows.parquet", f"file://{tmp_path}/small.parquet", window=1)
    small = spark.read.parquet(str(tmp_path / "small.parquet"))
    assert small.columns == ["messages", "chars"]
    small.select("messages").write.text(str(tmp_path / "texts"))
    assert lines_in(tmp_path / "texts") == sorted(expected)


def test_pipe_is_byte_for_byte_and_empty_partitions_are_empty(spark, many):
    from elision.spark import pipe

    folder, expected = many
    rdd = spark.sparkContext.textFile(str(folder / "in")).repartition(PARTS).filter(lambda line: True)
    pipe(rdd, window=1).saveAsTextFile(str(folder / "piped"))
    assert lines_in(folder / "piped") == sorted(expected)
    few = spark.sparkContext.parallelize([row(1)], 8)
    assert pipe(few, window=1).collect() == alone([row(1)], "--window=1")


def test_a_program_that_is_not_there_is_an_error_not_zero_rows(spark):
    from elision.spark import compact, pipe

    df = spark.createDataFrame([(row(1),)], "messages string")
    with pytest.raises(Exception, match="no program '/nowhere/elision'.*npm install -g elision"):
        compact(df, program="/nowhere/elision").collect()
    with pytest.raises(Exception, match="no program '/nowhere/elision'"):
        pipe(df.rdd.map(lambda each: each[0]), program="/nowhere/elision").collect()


def test_an_executor_without_node_is_an_error_not_zero_rows(spark, tmp_path):
    from elision.spark import compact, compact_files, pipe

    # npm installs a script that starts node, which is not on this PATH.
    program = tmp_path / "elision"
    program.write_text("#!/bin/sh\nPATH=/nowhere\nexec node elision.js \"$@\"\n")
    program.chmod(0o755)
    df = spark.createDataFrame([(row(1),)], "messages string")
    message = r"elision cannot be started \(exit code 127\).*npm install -g elision"
    with pytest.raises(Exception, match=message):
        compact(df, program=str(program)).collect()
    with pytest.raises(Exception, match=message):
        compact(df, program=str(program), telemetry_column="account").collect()
    with pytest.raises(Exception, match=message):
        pipe(df.rdd.map(lambda each: each[0]), program=str(program)).collect()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rows.jsonl").write_text(row(1) + "\n", "utf-8")
    with pytest.raises(Exception, match=message):
        compact_files(spark, str(tmp_path / "in"), str(tmp_path / "out"), program=str(program))


@pytest.mark.parametrize("kind", ["text", "parquet"])
def test_torn_rows_are_counted_and_the_rest_is_done(spark, many, tmp_path, kind):
    from elision.spark import compact, totals

    folder, expected = many
    rows = sorted(line for file in (folder / "in").iterdir() for line in file.read_text("utf-8").split("\n")[:-1])
    wanted = sorted(expected)
    for number in range(0, ROWS, 100):
        rows[number] = wanted[number] = f'{{"messages":[{number}'
    (tmp_path / "torn.jsonl").write_text("".join(line + "\n" for line in rows), "utf-8")
    texts = spark.read.text(str(tmp_path / "torn.jsonl")).repartition(PARTS)
    texts.write.format(kind).save(str(tmp_path / "torn"))
    df = spark.read.format(kind).load(str(tmp_path / "torn")).repartition(PARTS)
    with pytest.raises(Exception, match="part-000(0[0-9]|1[0-5]): bad rows: "):
        compact(df, "value", window=1).write.text(str(tmp_path / "failed"))
    sums = totals(spark)
    (tmp_path / "bad").mkdir()
    result = compact(df, "value", window=1, max_bad_rows="5%", bad_rows_dir=str(tmp_path / "bad"), totals=sums)
    result.write.text(str(tmp_path / "small"))
    assert lines_in(tmp_path / "small") == sorted(wanted)
    assert (sums.value["rows"], sums.value["badRows"]) == (ROWS, len(rows[::100]))
    bad = [json.loads(line) for file in (tmp_path / "bad").glob("part-*.ndjson") for line in file.read_text().splitlines()]
    assert sorted(each["text"] for each in bad) == sorted(rows[::100])
    assert all(each["label"].startswith("part-") and each["reason"] for each in bad)


@pytest.mark.parametrize("kind", ["text", "parquet"])
def test_a_worker_that_is_killed_loses_and_doubles_nothing(cluster, spark, many, tmp_path, kind):
    from elision.spark import compact

    folder, expected = many
    marks = tmp_path / "marks"
    marks.mkdir()

    def mark(batches):
        from pyspark import TaskContext

        for batch in batches:
            (marks / f"{TaskContext.get().taskAttemptId()}").touch()
            yield batch

    spark.read.text(str(folder / "in")).repartition(PARTS).write.format(kind).save(str(tmp_path / "before"))
    df = spark.read.format(kind).load(str(tmp_path / "before")).repartition(PARTS)
    marked = df.mapInArrow(mark, df.schema)
    import threading

    def kill_one():
        wait_for(lambda: len(list(marks.iterdir())) >= 3, "the third task")
        cluster.kill(cluster.workers[0])

    killer = threading.Thread(target=kill_one)
    killer.start()
    compact(marked, "value", window=1).write.format(kind).save(str(tmp_path / "small"))
    killer.join()
    spark.read.format(kind).load(str(tmp_path / "small")).write.text(str(tmp_path / "texts"))
    assert lines_in(tmp_path / "texts") == sorted(expected)
    cluster.workers[0] = cluster.add_worker()


def test_files_of_a_worker_that_is_killed_are_done_by_another(cluster, spark, many, tmp_path):
    import threading

    from elision.spark import compact_files

    folder, expected = many

    def kill_one():
        wait_for(lambda: (tmp_path / "small").exists() and len(list((tmp_path / "small").glob("*.jsonl"))) >= 3, "the third file")
        cluster.kill(cluster.workers[0])

    killer = threading.Thread(target=kill_one)
    killer.start()
    sums = compact_files(spark, str(folder / "in"), str(tmp_path / "small"), split_bytes=1, window=1)
    killer.join()
    names = sorted(file.name for file in (folder / "in").iterdir())
    text = "".join((tmp_path / "small" / name).read_text("utf-8") for name in names)
    assert text == "".join(line + "\n" for line in expected)
    assert (sums["inputs"], sums["transcripts"]) == (PARTS, ROWS)
    cluster.workers[0] = cluster.add_worker()


def test_files_of_a_job_that_failed_are_skipped_and_torn_rows_have_side_files(spark, many, tmp_path):
    from elision.spark import compact_files

    folder, expected = many
    shutil.copytree(folder / "in", tmp_path / "in")
    names = sorted(file.name for file in (tmp_path / "in").iterdir())
    texts = {name: (tmp_path / "in" / name).read_text("utf-8").split("\n")[:-1] for name in names}
    torn = [f"{BROKEN}{number}" for number in range(ROWS // 100)]
    for number, each in enumerate(torn):
        texts[names[number % PARTS]].insert(number + 1, each)
    for name, lines in texts.items():
        (tmp_path / "in" / name).write_text("".join(line + "\n" for line in lines), "utf-8")
    last = tmp_path / "in" / "zz.txt"
    last.write_text("no conversation\n")
    small = tmp_path / "small"

    def job():
        about = {"bad_rows_dir": str(tmp_path / "bad"), "max_bad_rows": "1%", "resume": True, "split_bytes": 1}
        return compact_files(spark, str(tmp_path / "in"), str(small), window=1, **about)

    with pytest.raises(Exception, match="zz.txt"):
        job()
    done = {file.name: file.stat().st_ctime_ns for file in small.glob("*.jsonl")}
    listed = [json.loads(file.read_text())["read"] for file in (small / ".elision-done").glob("*.json")]
    listed = {name for each in listed for name in each}
    assert listed and listed <= set(done)
    last.unlink()
    sums = job()
    assert (sums["inputs"], sums["transcripts"], sums["badLines"]) == (PARTS, ROWS, len(torn))
    text = [line for name in names for line in (small / name).read_text("utf-8").split("\n")[:-1]]
    assert [line for line in text if not re.match(r'\{"messages":\[\d+$', line)] == expected
    assert {name: (small / name).stat().st_ctime_ns for name in listed} == {name: done[name] for name in listed}
    bad = [json.loads(line) for file in (tmp_path / "bad").glob("*.ndjson") for line in file.read_text().splitlines()]
    assert sorted(each["text"] for each in bad) == sorted(torn)
    assert job() == sums
