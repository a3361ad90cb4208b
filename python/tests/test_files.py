import gzip
import json
import os

import pytest
from elision import BadRowsError, ElisionError, ProgramNotFoundError
from elision._files import plan_files, sums_of


ABOUT = {"format": None, "column": None, "bad_rows_dir": None, "resume": False, "filesystem": None}


def plan(inputs, output, **about):
    own = {**ABOUT, "split_bytes": 1, "program": None}
    given = {name: about.pop(name) for name in list(about) if name in own}
    return plan_files(str(inputs), str(output), **{**own, **given}, policy={"window": 2, **about})


def compacted(inputs, output, max_bad_rows=0, **about):
    tasks = plan(inputs, output, **about)
    return sums_of(tasks, [task.run() for task in tasks], max_bad_rows)


def text_of(rows):
    return "".join(f"{each}\n" for each in rows)


@pytest.fixture
def folder(tmp_path, rows):
    (tmp_path / "in" / "day=1").mkdir(parents=True)
    (tmp_path / "in" / "a.jsonl").write_text(text_of(rows[:20]), "utf-8")
    (tmp_path / "in" / "day=1" / "-b.jsonl.gz").write_bytes(gzip.compress(text_of(rows[20:]).encode()))
    (tmp_path / "in" / "empty.jsonl").write_text("")
    for hidden in ("_SUCCESS", ".a.jsonl.crc"):
        (tmp_path / "in" / hidden).write_text("no rows")
    return tmp_path


def test_files_keep_their_names_and_compression(folder, expected):
    sums = compacted(folder / "in", folder / "out")
    assert (folder / "out" / "a.jsonl").read_text("utf-8") == text_of(expected[:20])
    packed = (folder / "out" / "day=1" / "-b.jsonl.gz").read_bytes()
    assert gzip.decompress(packed).decode() == text_of(expected[20:])
    assert (sums["transcripts"], sums["maskedCount"], sums["emptyInputs"]) == (40, 40 * 12, 1)
    written = {path.name for path in (folder / "out").rglob("*") if path.is_file()}
    assert written == {"a.jsonl", "-b.jsonl.gz", "empty.jsonl"}


def test_a_file_by_itself_or_as_a_uri(folder, expected):
    for number, name in enumerate((folder / "in" / "a.jsonl", f"file://{folder}/in/a.jsonl")):
        compacted(name, folder / f"out-{number}")
        assert (folder / f"out-{number}" / "a.jsonl").read_text("utf-8") == text_of(expected[:20])


def test_tasks_have_about_as_many_bytes_and_each_file_once(tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(30):
        (tmp_path / "in" / f"{number:02}.jsonl").write_bytes(b" " * 1_000_000)
    tasks = plan(tmp_path / "in", tmp_path / "out", split_bytes=10_000_000)
    assert sorted(name for task in tasks for name in task.files) == sorted(os.listdir(tmp_path / "in"))
    assert {len(task.files) for task in tasks[:-1]} == {8}


def test_a_filesystem_that_is_not_mounted(folder, expected):
    fs = pytest.importorskip("pyarrow.fs")
    there = fs.SubTreeFileSystem(str(folder), fs.LocalFileSystem())
    for _ in range(2):  # A task that is run again replaces what is there.
        sums = compacted("in", "out", filesystem=there)
        assert (folder / "out" / "a.jsonl").read_text("utf-8") == text_of(expected[:20])
        packed = (folder / "out" / "day=1" / "-b.jsonl.gz").read_bytes()
        assert gzip.decompress(packed).decode() == text_of(expected[20:])
        assert sums["transcripts"] == 40
    compacted("in/a.jsonl", "out-a", filesystem=there)
    assert os.listdir(folder / "out-a") == ["a.jsonl"]
    assert not [name for name in os.listdir(folder / "out") if name.startswith(".")]


def test_parquet_keeps_its_other_columns(tmp_path, rows, expected):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    (tmp_path / "in").mkdir()
    pq.write_table(pa.table({"n": range(40), "said": rows}), tmp_path / "in" / "rows.parquet")
    sums = compacted(tmp_path / "in", tmp_path / "out", column="said")
    table = pq.read_table(tmp_path / "out" / "rows.parquet")
    assert table.to_pydict() == {"n": list(range(40)), "said": expected}
    assert sums["maskedCount"] == 40 * 12


def test_bad_rows_are_copied_and_counted_over_all_files(folder, rows):
    (folder / "in" / "torn.jsonl").write_text(text_of([rows[0], '{"messages":[1', rows[1]]), "utf-8")
    with pytest.raises(BadRowsError, match="bad rows: 1 of 43, more than 0"):
        compacted(folder / "in", folder / "out")
    assert '\n{"messages":[1\n' in (folder / "out" / "torn.jsonl").read_text("utf-8")
    assert compacted(folder / "in", folder / "out", max_bad_rows=1)["badLines"] == 1
    compacted(folder / "in", folder / "out", max_bad_rows="3%")
    with pytest.raises(BadRowsError, match="more than 2%"):
        compacted(folder / "in", folder / "out", max_bad_rows="2%")


@pytest.mark.parametrize("is_mounted", [True, False])
def test_bad_rows_are_written_to_files_of_their_own(folder, rows, is_mounted):
    there = folder / "bad" / "day=1" / "torn.jsonl.ndjson"
    about = {"bad_rows_dir": str(folder / "bad"), "max_bad_rows": 1}
    inputs, output = folder / "in", folder / "out"
    if not is_mounted:
        fs = pytest.importorskip("pyarrow.fs")
        about.update(bad_rows_dir="bad", filesystem=fs.SubTreeFileSystem(str(folder), fs.LocalFileSystem()))
        inputs, output = "in", "out"
    torn = folder / "in" / "day=1" / "torn.jsonl"
    torn.write_text(text_of([rows[0], '{"messages":[é', rows[1]]), "utf-8")
    compacted(inputs, output, **about)
    (record,) = [json.loads(line) for line in there.read_text("utf-8").splitlines()]
    assert (record["number"], record["text"]) == (2, '{"messages":[é')
    torn.write_text(rows[0], "utf-8")
    compacted(inputs, output, **about)
    assert not there.exists()
    assert not list((folder / "bad").rglob("*.ndjson"))


def test_folders_that_are_one_in_another_are_refused(folder):
    with pytest.raises(ValueError, match="the folder that is written"):
        plan(folder / "in", folder / "out", bad_rows_dir=str(folder / "out" / "bad"))
    with pytest.raises(ValueError, match="would be overwritten"):
        plan(folder / "in" / "a.jsonl", folder / "in")
    fs = pytest.importorskip("pyarrow.fs")
    two = [fs.SubTreeFileSystem(str(folder), fs.LocalFileSystem()) for _ in range(2)]
    for each in two:
        with pytest.raises(ValueError, match="the folder that is read"):
            plan("in", "in/out", filesystem=each)


def test_paths_that_nothing_here_opens_are_refused(folder):
    pytest.importorskip("pyarrow")
    for name in ("dbfs:/rows", "nowhere://rows"):
        with pytest.raises(ValueError, match=f"{name} cannot be opened"):
            plan(folder / "in", name)
    with pytest.raises(FileNotFoundError, match="patterns are not expanded"):
        plan(folder / "in" / "*.jsonl", folder / "out")


def test_files_written_elsewhere_are_missed(folder):
    tasks = plan(folder / "in", folder / "out")
    each = [task.run() for task in tasks]
    (folder / "out" / "a.jsonl").unlink()
    with pytest.raises(ElisionError, match="1 of 3 files were written, but not to .*disk that all machines share"):
        sums_of(tasks, each, 0)


class Going:
    """Runs a job with ``resume``; gives how many files it took, and its sums."""

    def __init__(self, folder, filesystem=None):
        self.folder, self.about = folder, {"resume": True, "filesystem": filesystem}
        self.names = ("in", "out") if filesystem is not None else (folder / "in", folder / "out")

    def on(self, **about):
        tasks = plan(*self.names, **self.about, **about)
        before = self.states()
        sums = sums_of(tasks, [task.run() for task in tasks], 1)
        after = self.states()
        return sorted(name for name in after if after[name] != before.get(name)), sums

    def states(self):
        files = [path for path in (self.folder / "out").glob("**/*.*") if path.is_file() and ".elision-done" not in str(path)]
        return {path.name: path.stat().st_ctime_ns for path in files}


EVERY = ["-b.jsonl.gz", "a.jsonl", "empty.jsonl"]


@pytest.mark.parametrize("is_mounted", [True, False])
def test_a_job_goes_on_where_an_earlier_one_ended(folder, rows, expected, is_mounted):
    fs = pytest.importorskip("pyarrow.fs")
    going = Going(folder, None if is_mounted else fs.SubTreeFileSystem(str(folder), fs.LocalFileSystem()))
    for task in plan(*going.names, **going.about)[:1]:
        task.run()  # And then it is killed.
    taken, sums = going.on()
    assert taken == EVERY[1:] or taken == [EVERY[0], EVERY[2]]
    assert sums["transcripts"] == 40
    assert going.on() == ([], sums)
    (folder / "in" / "a.jsonl").write_text(text_of(rows[:19]), "utf-8")
    taken, sums = going.on()
    assert (taken, sums["transcripts"]) == (["a.jsonl"], 39)
    (folder / "out" / "a.jsonl").unlink()
    (folder / "in" / "new.jsonl").write_text(text_of(rows[:2]), "utf-8")
    taken, sums = going.on()
    assert (taken, sums["transcripts"]) == (["a.jsonl", "new.jsonl"], 41)
    assert (folder / "out" / "a.jsonl").read_text("utf-8") == text_of(expected[:19])


def test_a_file_that_cannot_be_copied_whole_is_not_there(folder, monkeypatch):
    fs = pytest.importorskip("pyarrow.fs")
    from elision import _folders

    there = fs.SubTreeFileSystem(str(folder), fs.LocalFileSystem())
    target = _folders.Folder("out", there)
    (folder / "whole").write_bytes(b"x" * 100)

    def half(source, target):
        with target:
            target.write(source.read(50))
            raise KeyboardInterrupt

    monkeypatch.setattr(_folders, "_copy", half)
    for is_store in (False, True):
        if is_store:
            monkeypatch.setattr(_folders, "_OBJECT_STORES", (there.type_name,))
        with pytest.raises(KeyboardInterrupt):
            target._put(str(folder / "whole"), "out/whole")
        assert os.listdir(folder / "out") == []


def test_another_option_or_version_starts_over(folder, monkeypatch):
    going = Going(folder)
    assert going.on()[0] == EVERY
    assert going.on()[0] == []
    policy = folder / "policy.toml"
    for text in ("window_turns = 3", "window_turns = 4"):
        policy.write_text(text)
        assert going.on(window=None, policy_file=str(policy))[0] == EVERY
        assert going.on(window=None, policy_file=str(policy))[0] == []
    assert going.on(window=None, policy_file=str(policy), bad_rows_dir=str(folder / "bad"))[0] == EVERY
    monkeypatch.setenv("ELISION_MIN_GAIN", "100")
    assert going.on(window=None, policy_file=str(policy), bad_rows_dir=str(folder / "bad"))[0] == EVERY
    program = folder / "elision"
    program.write_text('#!/bin/sh\ncase "$1" in --version) echo 99.0.0;; *) exec node "$ELISION_BIN" "$@";; esac\n')
    program.chmod(0o755)
    assert going.on()[0] == EVERY
    assert going.on(program=str(program))[0] == EVERY
    assert going.on(program=str(program))[0] == []


def test_a_list_of_what_is_done_may_be_torn(folder):
    going = Going(folder)
    going.on()
    for entry in (folder / "out" / ".elision-done").iterdir():
        entry.write_text(entry.read_text("utf-8")[:-20], "utf-8")
    assert going.on()[0] == EVERY


def test_a_budget_that_is_missed_is_an_error_at_the_end(folder):
    with pytest.raises(BadRowsError, match="all files are written, but overBudget: 40"):
        compacted(folder / "in", folder / "out", max_input_chars=10)
    assert (folder / "out" / "a.jsonl").exists()


def test_files_that_hold_no_conversations_are_an_error(folder):
    (folder / "in" / "notes.txt").write_text("nothing of that kind\n")
    with pytest.raises(ElisionError, match="notes.txt"):
        compacted(folder / "in", folder / "out")


def test_nothing_to_do_is_an_error_too(folder):
    (folder / "none").mkdir()
    for name in ("none", "nowhere"):
        with pytest.raises(FileNotFoundError, match=f"no files in .*{name}"):
            plan(folder / name, folder / "out")
    for name in ("in", "in/out"):
        with pytest.raises(ValueError, match="name another"):
            plan(folder / "in", folder / name)


def test_settings_of_the_folder_that_is_read_do_not_count(folder, expected):
    (folder / "in" / ".git").mkdir()
    (folder / "in" / "elision.toml").write_text("masking = false\n")
    task = plan(folder / "in", folder / "out")[0]
    assert list(task.files) == ["a.jsonl"]
    task.run()
    assert (folder / "out" / "a.jsonl").read_text("utf-8") == text_of(expected[:20])


def test_a_program_that_is_not_there(folder):
    with pytest.raises(ProgramNotFoundError, match="no program '/nowhere/elision'"):
        compacted(folder / "in", folder / "out", program="/nowhere/elision")
    program = folder / "elision"
    program.write_text('#!/bin/sh\nPATH=/nowhere\nexec node elision.js "$@"\n')
    program.chmod(0o755)
    with pytest.raises(ProgramNotFoundError, match=r"exit code 127.*npm install -g elision"):
        compacted(folder / "in", folder / "out", program=str(program))


def test_what_the_program_said_is_in_the_error(folder):
    with pytest.raises(ElisionError, match="--window"):
        compacted(folder / "in", folder / "out", window="few")
