import { ElisionError } from "../base/errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EEXIST: "there is something else of this name",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EISDIR: "is a folder",
  ENOTDIR: "a part of the path is no folder",
  ENOSPC: "no space left on the device",
  EDQUOT: "disk quota exceeded",
  EROFS: "the file system is read-only",
  EMFILE: "too many open files",
  EIO: "input/output error",
  ELOOP: "too many symbolic links",
  EFBIG: "file too large",
  ENAMETOOLONG: "the name is too long",
  ENXIO: "cannot be opened for reading or writing",
};

/** A system error about a file, in words. */
export function ioError(error: unknown, file: string): ElisionError {
  const { code = "unknown", message } = error as NodeJS.ErrnoException;
  const name = file === "" ? '""' : file;
  return new ElisionError("io", REASONS[code] ?? message, { file: name, cause: error });
}
