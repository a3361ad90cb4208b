"""Whole files, which the program reads and writes itself: the engine only says where and when."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union
from urllib.parse import unquote, urlsplit
from uuid import uuid4

from ._errors import BadRowsError, ElisionError
from ._policy import options_of
from ._program import failure, find_program, not_started

log = logging.getLogger("elision")

SPLIT_BYTES = 128 * 1024 * 1024
_MOST_FILES = 1000
_OPEN_COST = 256 * 1024
_BLOCK_BYTES = 8 * 1024 * 1024
# Where a file is there only when it is closed, whole: it needs no other name before.
_OBJECT_STORES = ("s3", "gcs", "abfs")
_MISSES = ("overBudget", "overTarget", "unreadResults", "missingParents")


class Folder(NamedTuple):
    """A folder: on a disk that all machines see, or in a filesystem of pyarrow."""

    path: str
    filesystem: Any = None

    def files(self) -> List[Tuple[str, int]]:
        """The names below it and their sizes, without those that Spark hides as well (``_SUCCESS``, ``.part.crc``)."""
        found = self._walk() if self.filesystem is None else self._listed()
        return sorted((name, size) for name, size in found if not any(part[0] in "._" for part in name.split("/")))

    def size_of_file(self) -> Optional[int]:
        """The size, where it is no folder but a file."""
        if self.filesystem is None:
            return os.path.getsize(self.path) if os.path.isfile(self.path) else None
        info = self.filesystem.get_file_info(self.path)
        return int(info.size) if info.is_file else None

    def _walk(self) -> Iterator[Tuple[str, int]]:
        for folder, _, names in os.walk(self.path):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.isfile(path):
                    yield Path(path).relative_to(self.path).as_posix(), os.path.getsize(path)

    def _listed(self) -> Iterator[Tuple[str, int]]:
        from pyarrow.fs import FileSelector

        for each in self.filesystem.get_file_info(FileSelector(self.path, recursive=True, allow_not_found=True)):
            if each.is_file:
                yield each.path[len(self.path.rstrip("/")) + 1 :], each.size

    @contextmanager
    def to_read(self, names: Sequence[str]) -> Iterator[str]:
        """A local folder that has these files."""
        if self.filesystem is None:
            yield self.path
            return
        with tempfile.TemporaryDirectory(prefix="elision-") as folder:
            for name in names:
                with self.filesystem.open_input_stream(f"{self.path}/{name}") as source:
                    _copy(source, _opened(f"{folder}/{name}"))
            yield folder

    @contextmanager
    def to_write(self, names: Sequence[str]) -> Iterator[str]:
        """A local folder; what is written there under these names is put in place at the end."""
        if self.filesystem is None:
            yield self.path
            return
        with tempfile.TemporaryDirectory(prefix="elision-") as folder:
            yield folder
            for name in names:
                if os.path.exists(f"{folder}/{name}"):
                    self._put(f"{folder}/{name}", f"{self.path}/{name}")

    def _put(self, source: str, target: str) -> None:
        is_store = self.filesystem.type_name in _OBJECT_STORES
        above, _, name = target.rpartition("/")
        path = target if is_store else f"{above}/.{name}.{uuid4().hex}"
        if not is_store:
            self.filesystem.create_dir(above, recursive=True)
        with open(source, "rb") as file:
            _copy(file, self.filesystem.open_output_stream(path))
        if not is_store:
            if self.filesystem.get_file_info(target).is_file:
                self.filesystem.delete_file(target)
            self.filesystem.move(path, target)


class FilesTask(NamedTuple):
    """Files that one process compacts, one after another."""

    source: Folder
    target: Folder
    names: List[str]
    options: List[str]
    program: Optional[str]

    def run(self) -> Dict[str, Any]:
        """Compacts them, and gives their sums. A file that is there already is replaced at once."""
        command = [*find_program(self.program), *self.options, "--jobs=1", "--report=files"]
        with self.source.to_read(self.names) as source, self.target.to_write(self.names) as target:
            with tempfile.TemporaryDirectory(prefix="elision-") as folder:
                report = f"{folder}/report.ndjson"
                command += [f"--report-file={report}", f"--out-dir={target}"]
                try:
                    done = subprocess.run(
                        [*command, *(f"./{name}" for name in self.names)],
                        cwd=source,
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.PIPE,
                        check=False,
                    )
                except OSError as error:
                    raise not_started(command[0], error) from error
                said = done.stderr.decode("utf-8", "replace").rstrip("\n")
                for line in said.splitlines():
                    log.warning("%s", line)
                if done.returncode not in (0, 1):
                    raise failure(done.returncode, said)
                sums = _numbers(_last_line(report))
        if sums.get("inputs", 0) + sums.get("emptyInputs", 0) != len(self.names):
            raise ElisionError(said or f"not all of {len(self.names)} files were compacted", done.returncode)
        return sums


def plan_files(
    inputs: str,
    output: str,
    *,
    format: Optional[str],
    column: Optional[str],
    filesystem: Any,
    split_bytes: int,
    program: Optional[str],
    policy: Dict[str, Any],
) -> List[FilesTask]:
    """The tasks for a folder or a file: each has about as many bytes, and no file is in two."""
    source, target = _folder(inputs, filesystem), _folder(output, filesystem)
    if source.filesystem is target.filesystem and f"{target.path}/".startswith(f"{source.path}/"):
        raise ValueError(f"{output} is, or is in, the folder that is read: name another")
    size = source.size_of_file()
    if size is None:
        files = source.files()
    else:
        above, _, name = source.path.rpartition("/")
        source, files = Folder(above or "/", source.filesystem), [(name, size)]
    if not files:
        raise FileNotFoundError(f"there are no files in {inputs}")
    # A folder of the executor's may be anybody's: settings are those that are named here.
    about = {"config": False, **policy, "format": format, "column": column}
    options = options_of({name: _absolute(name, value) for name, value in about.items()})
    return [FilesTask(source, target, names, options, program) for names in _parts(files, split_bytes)]


def sums_of(each: Iterable[Dict[str, Any]], max_bad_rows: Union[int, str]) -> Dict[str, Any]:
    """The sums of all tasks. Raises BadRowsError where more rows were bad than allowed, or a budget was missed."""
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


def _folder(name: str, filesystem: Any) -> Folder:
    if filesystem is not None:
        return Folder(name.rstrip("/"), filesystem)
    scheme = urlsplit(name).scheme if "://" in name or name.startswith("file:") else ""
    if scheme in ("", "file"):
        path = unquote(urlsplit(name).path) if scheme == "file" else name
        return Folder(os.path.abspath(path))
    from pyarrow.fs import FileSystem

    found, path = FileSystem.from_uri(f"s3{name[len(scheme):]}" if scheme in ("s3a", "s3n") else name)
    return Folder(path.rstrip("/"), found)


def _parts(files: List[Tuple[str, int]], split_bytes: int) -> Iterator[List[str]]:
    names: List[str] = []
    room = split_bytes
    for name, size in files:
        if names and (size > room or len(names) == _MOST_FILES):
            yield names
            names, room = [], split_bytes
        names.append(name)
        room -= size + _OPEN_COST
    if names:
        yield names


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


def _opened(path: str) -> Any:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return open(path, "wb")


def _copy(source: Any, target: Any) -> None:
    with target:
        while True:
            block = source.read(_BLOCK_BYTES)
            if not block:
                break
            target.write(block)
