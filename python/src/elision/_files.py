"""Whole files, which the program reads and writes itself: the engine only says where and when."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import tempfile
from contextlib import ExitStack
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Union

from ._done import DoneFiles, done_files, options_digest
from ._errors import BadRowsError, ElisionError
from ._folders import FileState, Folder, folder_of
from ._policy import options_of
from ._program import failure, find_program, not_started

log = logging.getLogger("elision")

SPLIT_BYTES = 128 * 1024 * 1024
_MOST_FILES = 1000
_OPEN_COST = 256 * 1024
_MISSES = ("overBudget", "overTarget", "unreadResults", "missingParents")


class FilesTask(NamedTuple):
    """Files that one process compacts, one after another."""

    source: Folder
    target: Folder
    bad_rows: Optional[Folder]
    files: Dict[str, FileState]
    options: List[str]
    program: Optional[str]
    digest: Optional[str]
    """Of the options, where a list is kept of what is done."""
    done: Optional[DoneFiles] = None
    """What an earlier run says of them."""

    def run(self) -> Dict[str, Any]:
        """Compacts them, and gives their sums. A file that is there already is replaced at once."""
        program = find_program(self.program)
        if self.digest is None:
            return self._compact(program)
        version = _version(program)
        if self.done is not None and self.done.version == version:
            return self.done.sums
        sums = self._compact(program)
        written = self.target.states(list(self.files))
        DoneFiles(self.digest, version, self.files, written, sums).save(self.target)
        return sums

    def _compact(self, program: Sequence[str]) -> Dict[str, Any]:
        names = list(self.files)
        command = [*program, *self.options, "--jobs=1", "--report=files"]
        with ExitStack() as stack:
            source = stack.enter_context(self.source.to_read(names))
            target = stack.enter_context(self.target.to_write(names))
            if self.bad_rows is not None:
                bad_rows = stack.enter_context(self.bad_rows.to_write([f"{name}.ndjson" for name in names]))
                command.append(f"--bad-rows-dir={bad_rows}")
            report = f"{stack.enter_context(tempfile.TemporaryDirectory(prefix='elision-'))}/report.ndjson"
            command += [f"--report-file={report}", f"--out-dir={target}"]
            done = _run([*command, *(f"./{name}" for name in names)], source)
            said = done.stderr.decode("utf-8", "replace").rstrip("\n")
            for line in said.splitlines():
                log.warning("%s", line)
            if done.returncode not in (0, 1):
                raise failure(done.returncode, said)
            sums = _numbers(_last_line(report))
        if sums.get("inputs", 0) + sums.get("emptyInputs", 0) != len(names):
            raise ElisionError(said or f"not all of {len(names)} files were compacted", done.returncode)
        return sums


def _run(command: Sequence[str], folder: Optional[str]) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise not_started(command[0], error) from error


def _version(program: Sequence[str]) -> str:
    """The version of the program, and the options that the environment here sets besides."""
    asked = _run([*program, "--version"], None)
    if asked.returncode != 0:
        raise failure(asked.returncode, asked.stderr.decode("utf-8", "replace").rstrip("\n"))
    known = ("ELISION_BIN", "ELISION_JOBS")
    named = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("ELISION_") and name not in known)
    return " ".join([asked.stdout.decode().strip(), *named])


def plan_files(
    inputs: str,
    output: str,
    *,
    format: Optional[str],
    column: Optional[str],
    bad_rows_dir: Optional[str],
    resume: bool,
    filesystem: Any,
    split_bytes: int,
    program: Optional[str],
    policy: Dict[str, Any],
) -> List[FilesTask]:
    """The tasks for a folder or a file: each has about as many bytes, and no file is in two."""
    source, target = folder_of(inputs, filesystem), folder_of(output, filesystem)
    bad_rows = None if bad_rows_dir is None else folder_of(bad_rows_dir, filesystem)
    _refuse_inside(output, target, source, "read")
    if bad_rows is not None:
        _refuse_inside(str(bad_rows_dir), bad_rows, source, "read")
        _refuse_inside(str(bad_rows_dir), bad_rows, target, "written")
    state = source.state_of_file()
    if state is None:
        files = source.files()
    else:
        above, _, name = source.path.rpartition("/")
        source, files = Folder(above or "/", source.filesystem), {name: state}
        if source == target:
            raise ValueError(f"{inputs} would be overwritten: name another folder than {output}")
    if not files:
        hint = ": patterns are not expanded, name the folder" if re.search(r"[*?\[{,]", inputs) else ""
        raise FileNotFoundError(f"there are no files in {inputs}{hint}")
    # A folder of the executor's may be anybody's: settings are those that are named here.
    about = {"config": False, **policy, "format": format, "column": column}
    options = options_of({name: _absolute(name, value) for name, value in about.items()})
    digest = options_digest(options, list(_named_files(about)), str(bad_rows_dir)) if resume else None
    tasks: List[FilesTask] = []
    if digest is not None:
        for done in done_files(target, digest, read=files, written=target.files()):
            tasks.append(FilesTask(source, target, bad_rows, done.read, options, program, digest, done))
    earlier = {name for task in tasks for name in task.files}
    left = {name: state for name, state in files.items() if name not in earlier}
    for part in _parts(left, split_bytes):
        tasks.append(FilesTask(source, target, bad_rows, part, options, program, digest))
    return tasks


def _refuse_inside(name: str, folder: Folder, other: Folder, done: str) -> None:
    if folder.filesystem == other.filesystem and f"{folder.path}/".startswith(f"{other.path}/"):
        raise ValueError(f"{name} is, or is in, the folder that is {done}: name another")


def sums_of(
    tasks: Sequence[FilesTask], each: Iterable[Dict[str, Any]], max_bad_rows: Union[int, str]
) -> Dict[str, Any]:
    """The sums of all tasks. Raises BadRowsError where more rows were bad than allowed, or a budget was missed."""
    _check_written(tasks)
    sums: Dict[str, Any] = {}
    for some in each:
        for name, value in some.items():
            sums[name] = sums.get(name, 0) + value
    bad, rows = sums.get("badLines", 0), sums.get("badLines", 0) + sums.get("transcripts", 0)
    if isinstance(max_bad_rows, str) and max_bad_rows.endswith("%"):
        is_over = bad * 100 > float(max_bad_rows[:-1]) * rows
    else:
        is_over = bad > int(max_bad_rows)
    if is_over:
        raise BadRowsError(f"bad rows: {bad} of {rows}, more than {max_bad_rows} (max_bad_rows)", 1)
    misses = [f"{name}: {sums[name]}" for name in _MISSES if sums.get(name, 0) > 0]
    if misses:
        raise BadRowsError(f"all files are written, but {', '.join(misses)}", 1)
    return sums


def _check_written(tasks: Sequence[FilesTask]) -> None:
    """A folder of one machine's own disk looks to each executor as if it were there."""
    target = tasks[0].target
    if target.filesystem is None:
        names = [name for task in tasks for name in task.files]
        missing = len(names) - len(target.states(names))
        if missing > 0:
            raise ElisionError(
                f"{missing} of {len(names)} files were written, but not to {target.path} as it is here: "
                "it has to be on a disk that all machines share"
            )


def _parts(files: Dict[str, FileState], split_bytes: int) -> Iterator[Dict[str, FileState]]:
    part: Dict[str, FileState] = {}
    room = split_bytes
    for name, state in files.items():
        if part and (state.bytes > room or len(part) == _MOST_FILES):
            yield part
            part, room = {}, split_bytes
        part[name] = state
        room -= state.bytes + _OPEN_COST
    if part:
        yield part


def _named_files(policy: Mapping[str, Any]) -> Iterator[str]:
    for name in ("policy_file", "format_module", "config"):
        value = policy.get(name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from value


def _absolute(name: str, value: Any) -> Any:
    """Files of a policy are named from where the driver is, not from the folder that is read."""
    if name in ("policy_file", "format_module", "config") and isinstance(value, str):
        return os.path.abspath(value)
    if name == "format_module" and isinstance(value, (list, tuple)):
        return [os.path.abspath(each) for each in value]
    return value


def _numbers(line: str) -> Dict[str, Any]:
    totals = json.loads(line)
    return {name: value for name, value in totals.items() if isinstance(value, (int, float))}


def _last_line(path: str) -> str:
    last = "{}"
    with open(path, encoding="utf-8") as file:
        for line in file:
            last = line
    return last
