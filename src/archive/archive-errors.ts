import { ElisionError } from "../base/errors.ts";
import { quoted } from "../base/quoted.ts";
import { ioError } from "../io/io-error.ts";

/** The error for a folder without an archive. */
export function noArchive(dir: string, cause: unknown): ElisionError {
  return new ElisionError("no-archive", "no archive here: expected a folder that holds one", {
    file: dir,
    hint: "elision -i makes yours; --archive names another folder, as when a transcript was compacted",
    cause,
  });
}

/** An archive that is not open any more. */
export function archiveClosed(dir: string): ElisionError {
  return new ElisionError("archive-closed", "the archive was closed", {
    file: dir,
    hint: "open it again with openArchive(), and close it when all is done",
  });
}

/** An archive that is there to look things up. */
export function openedToRead(dir: string): ElisionError {
  return new ElisionError("archive", "the archive was opened to be read", {
    file: dir,
    hint: 'open it with openArchive(dir, { mode: "write" })',
  });
}

/** A system error about an archive, in words. */
export function archiveError(path: string, error: unknown): ElisionError {
  if (error instanceof ElisionError) return error;
  const { message, cause } = ioError(error, path);
  return new ElisionError("archive", `the archive cannot be used: ${message}`, {
    file: path,
    hint: HINTS[(error as NodeJS.ErrnoException).code ?? ""] ?? "name another folder",
    cause,
  });
}

/** The error for a write that the system cut short. */
export function cutShort(path: string): ElisionError {
  return new ElisionError("archive", "the archive cannot be used: a write was cut short", {
    file: path,
    hint: FULL,
  });
}

/** The error for an invalid reference. */
export function badReference(text: string): ElisionError {
  return new ElisionError(
    "bad-reference",
    `expected a reference of 12 to 64 hexadecimal digits (got ${quoted(text)})`,
    {
      hint: "a placeholder names it, as in elision show 0123456789ab; elision archive ls lists all",
    },
  );
}

const FULL = "make room on the device: nothing that was archived is lost";

const HINTS: Readonly<Record<string, string>> = { ENOSPC: FULL, EDQUOT: FULL, EFBIG: FULL };

/** The error for an archive that another process uses in an incompatible way. */
export function archiveIsBusy(dir: string, why: string, file?: string): ElisionError {
  const stale = file === undefined ? "" : `; if that is on a machine that is gone, remove ${file}`;
  return new ElisionError("archive-busy", `the archive is in use: ${why}`, {
    file: dir,
    hint: `try again when it is done${stale}`,
  });
}

/** The error for an entry too long for a line: a JavaScript string has at most 512 MB. */
export function tooLong(bytes: number, cause: unknown): ElisionError {
  return new ElisionError("archive", `an entry of ${bytes} bytes is too long for an archive`, {
    hint: "compact this input without --archive",
    cause,
  });
}
