"""Inspect logs in ZIP archives, read with Python's zipfile: their members, and the tool results of their samples.

Each line of standard input has a list of files; a line of standard output gets, for each, its members in order and its
samples' results.
"""

import hashlib
import json
import subprocess
import sys
import zipfile
import zlib

from frameworks import inspect_ai


def stored(archive, info):
    """The bytes of a member as they are in the archive, compressed or not."""
    archive.fp.seek(info.header_offset)
    header = archive.fp.read(30)
    name, extra = int.from_bytes(header[26:28], "little"), int.from_bytes(header[28:30], "little")
    archive.fp.seek(info.header_offset + 30 + name + extra)
    return archive.fp.read(info.compress_size)


ZSTD = 93


def content(archive, info):
    """What a member holds. Zstandard is not in zipfile before Python 3.14: its own program reads that."""
    if info.compress_type != ZSTD:
        return archive.read(info)
    data = subprocess.run(["zstd", "-dcq"], input=stored(archive, info), stdout=subprocess.PIPE, check=True).stdout
    assert len(data) == info.file_size and zlib.crc32(data) == info.CRC, info.filename
    return data


def facts(archive, info):
    return {
        "name": info.filename,
        "content": hashlib.sha256(content(archive, info)).hexdigest(),
        "stored": hashlib.sha256(stored(archive, info)).hexdigest(),
        "method": info.compress_type,
        "time": list(info.date_time),
        "comment": info.comment.decode("utf-8"),
        "isSample": is_sample(info),
    }


def is_sample(info):
    return info.filename.startswith("samples/") and info.filename.endswith(".json")


def main():
    for line in sys.stdin:
        said = []
        for file in json.loads(line):
            with zipfile.ZipFile(file) as archive:
                members = [facts(archive, info) for info in archive.infolist()]
                samples = [json.loads(content(archive, info)) for info in archive.infolist() if is_sample(info)]
                talks = [talk.report() for talk in inspect_ai(samples)]
                said.append({"members": members, "talks": talks})
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
