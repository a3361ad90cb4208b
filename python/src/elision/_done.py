"""The list of files that are done, next to what was written: so that a job that was killed can go on."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Sequence

from ._folders import FileState, Folder

_FOLDER = ".elision-done"


class DoneFiles(NamedTuple):
    """Files that one task did."""

    options: str
    """A digest of the options."""
    version: str
    """Of the program, with what is set in the environment where it ran."""
    read: Dict[str, FileState]
    written: Dict[str, FileState]
    sums: Dict[str, Any]

    def save(self, target: Folder) -> None:
        """Puts it into the list, in place of an earlier one of the same files."""
        name = _digest(json.dumps(list(self.read)))
        target.below(_FOLDER).write_text(f"{name}.json", json.dumps(self._asdict()))


def done_files(
    target: Folder, options: str, *, read: Mapping[str, FileState], written: Mapping[str, FileState]
) -> Iterator[DoneFiles]:
    """What earlier tasks did with these options, of files that are now as they were then, and so is what was written."""
    taken: Dict[str, DoneFiles] = {}
    for text in target.below(_FOLDER).texts():
        done = _parsed(text)
        if done is None or done.options != options or not done.read or any(name in taken for name in done.read):
            continue
        if _holds(done.read, read) and _holds(done.written, written):
            taken.update(dict.fromkeys(done.read, done))
            yield done


def options_digest(options: Sequence[str], files: Sequence[str], *more: str) -> str:
    """A digest of options, and of the files that they name, where these can be read."""
    contents: List[str] = []
    for path in files:
        if os.path.isfile(path):
            with open(path, "rb") as file:
                contents.append(hashlib.sha256(file.read()).hexdigest())
    return _digest(json.dumps([list(options), contents, list(more)]))


def _holds(then: Mapping[str, FileState], now: Mapping[str, FileState]) -> bool:
    return all(now.get(name) == state for name, state in then.items())


def _parsed(text: str) -> Any:
    """An entry of the list; None for one that is none."""
    try:
        fields = json.loads(text)
        for name in ("read", "written"):
            fields[name] = {file: FileState(*state) for file, state in fields[name].items()}
        return DoneFiles(**fields)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
