"""Folders of a disk, or of a filesystem of pyarrow."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple
from urllib.parse import unquote, urlsplit
from uuid import uuid4

_BLOCK_BYTES = 8 * 1024 * 1024
# Where a file is there only when it is closed, whole: it needs no other name before.
_OBJECT_STORES = ("s3", "gcs", "abfs")
# A Windows drive has one letter.
_SCHEME = re.compile(r"([A-Za-z][\w+.-]+):/")


class FileState(NamedTuple):
    """The size of a file, and what else of it differs once somebody has written to it."""

    bytes: int
    times: str


class Folder(NamedTuple):
    """A folder: on a disk that all machines see, or in a filesystem of pyarrow."""

    path: str
    filesystem: Any = None

    def files(self) -> Dict[str, FileState]:
        """The files below it by their names, without those that Spark hides as well (``_SUCCESS``, ``.part.crc``)."""
        found = self._walk() if self.filesystem is None else self._listed()
        return dict(sorted((name, state) for name, state in found if not any(part[0] in "._" for part in name.split("/"))))

    def state_of_file(self) -> Optional[FileState]:
        """Its state, where it is no folder but a file."""
        if self.filesystem is None:
            return _state_of(self.path) if os.path.isfile(self.path) else None
        info = self.filesystem.get_file_info(self.path)
        return _state_in(info) if info.is_file else None

    def states(self, names: Sequence[str]) -> Dict[str, FileState]:
        """The files of these names, as far as there are any."""
        if self.filesystem is None:
            paths = {name: f"{self.path}/{name}" for name in names}
            return {name: _state_of(path) for name, path in paths.items() if os.path.isfile(path)}
        infos = self.filesystem.get_file_info([f"{self.path}/{name}" for name in names])
        return {name: _state_in(info) for name, info in zip(names, infos) if info.is_file}

    def below(self, name: str) -> Folder:
        """A folder in this one."""
        return Folder(f"{self.path}/{name}", self.filesystem)

    def texts(self) -> Iterator[str]:
        """The texts of all files directly in it."""
        if self.filesystem is None:
            for name in sorted(os.listdir(self.path)) if os.path.isdir(self.path) else []:
                yield Path(self.path, name).read_text("utf-8")
            return
        from concurrent.futures import ThreadPoolExecutor

        from pyarrow.fs import FileSelector

        infos = self.filesystem.get_file_info(FileSelector(self.path, allow_not_found=True))
        with ThreadPoolExecutor(16) as pool:
            yield from pool.map(self._text, sorted(each.path for each in infos if each.is_file))

    def _text(self, path: str) -> str:
        with self.filesystem.open_input_stream(path, compression=None) as file:
            return str(file.read(), "utf-8")

    def write_text(self, name: str, text: str) -> None:
        """Puts a file in place, at once."""
        with tempfile.TemporaryDirectory(prefix="elision-") as folder:
            Path(folder, name).write_text(text, "utf-8")
            if self.filesystem is not None:
                self._put(f"{folder}/{name}", f"{self.path}/{name}")
                return
        os.makedirs(self.path, exist_ok=True)
        hidden = Path(self.path, f".{name}.{uuid4().hex}")
        hidden.write_text(text, "utf-8")
        hidden.replace(Path(self.path, name))

    def _walk(self) -> Iterator[Tuple[str, FileState]]:
        for folder, _, names in os.walk(self.path):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.isfile(path):
                    yield Path(path).relative_to(self.path).as_posix(), _state_of(path)

    def _listed(self) -> Iterator[Tuple[str, FileState]]:
        from pyarrow.fs import FileSelector

        for each in self.filesystem.get_file_info(FileSelector(self.path, recursive=True, allow_not_found=True)):
            if each.is_file:
                yield each.path[len(self.path.rstrip("/")) + 1 :], _state_in(each)

    @contextmanager
    def to_read(self, names: Sequence[str]) -> Iterator[str]:
        """A local folder that has these files."""
        if self.filesystem is None:
            yield self.path
            return
        with tempfile.TemporaryDirectory(prefix="elision-") as folder:
            for name in names:
                with self.filesystem.open_input_stream(f"{self.path}/{name}", compression=None) as source:
                    _copy(source, _opened(f"{folder}/{name}"))
            yield folder

    @contextmanager
    def to_write(self, names: Sequence[str]) -> Iterator[str]:
        """A local folder; what is written there under these names is put in place at the end, and others are removed."""
        if self.filesystem is None:
            yield self.path
            return
        with tempfile.TemporaryDirectory(prefix="elision-") as folder:
            yield folder
            written = [name for name in names if os.path.exists(f"{folder}/{name}")]
            for name in written:
                self._put(f"{folder}/{name}", f"{self.path}/{name}")
            for name in self.states([name for name in names if name not in written]):
                self.filesystem.delete_file(f"{self.path}/{name}")

    def _put(self, source: str, target: str) -> None:
        is_store = self.filesystem.type_name in _OBJECT_STORES
        above, _, name = target.rpartition("/")
        path = target if is_store else f"{above}/.{name}.{uuid4().hex}"
        if not is_store:
            self.filesystem.create_dir(above, recursive=True)
        try:
            with open(source, "rb") as file:
                _copy(file, self.filesystem.open_output_stream(path, compression=None))
        except BaseException:
            # To close it is to put it in place, half of it though it is.
            with suppress(Exception):
                self.filesystem.delete_file(path)
            raise
        if not is_store:
            if self.filesystem.get_file_info(target).is_file:
                self.filesystem.delete_file(target)
            self.filesystem.move(path, target)


def folder_of(name: str, filesystem: Any) -> Folder:
    """The folder of a path, a URI, or a path of a filesystem of pyarrow or fsspec."""
    if filesystem is not None:
        return Folder(name.rstrip("/"), _of_pyarrow(filesystem))
    match = _SCHEME.match(name)
    scheme = match[1].lower() if match is not None else ""
    if scheme in ("", "file"):
        path = unquote(urlsplit(name).path) if scheme == "file" else name
        return Folder(os.path.abspath(path))
    from pyarrow.fs import FileSystem

    try:
        found, path = FileSystem.from_uri(f"s3{name[len(scheme):]}" if scheme in ("s3a", "s3n") else name)
    except (ValueError, OSError) as error:
        raise ValueError(f"{name} cannot be opened: {error}; name a mounted path, or give a filesystem of pyarrow") from error
    return Folder(path.rstrip("/"), found)


def _of_pyarrow(filesystem: Any) -> Any:
    from pyarrow.fs import FileSystem, FSSpecHandler, PyFileSystem

    return filesystem if isinstance(filesystem, FileSystem) else PyFileSystem(FSSpecHandler(filesystem))


def _state_of(path: str) -> FileState:
    about = os.stat(path)
    return FileState(about.st_size, f"{about.st_mtime_ns}-{about.st_ctime_ns}")


def _state_in(info: Any) -> FileState:
    return FileState(int(info.size), str(info.mtime_ns))


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
