import { ElisionError } from "../base/errors.ts";
import { quoted } from "../base/quoted.ts";
import { ioError } from "../io/io-error.ts";

/** A folder that holds no archive. */
export function noArchive(dir: string, cause: unknown): ElisionError {
  return new ElisionError("no-archive", "no archive here: expected a folder that holds one", {
    file: dir,
    hint: "name the folder with --archive, as when the transcript was compacted",
    cause,
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

/** A write that the system ended early. */
export function cutShort(path: string): ElisionError {
  return new ElisionError("archive", "the archive cannot be used: a write was cut short", {
    file: path,
    hint: FULL,
  });
}

/** A reference of another form. */
export function badReference(text: string): ElisionError {
  return new ElisionError(
    "bad-reference",
    `expected a reference of 12 to 64 hexadecimal digits (got: ${quoted(text)})`,
  );
}

const FULL = "make room on the device: nothing that was archived is lost";

const HINTS: Readonly<Record<string, string>> = { ENOSPC: FULL, EDQUOT: FULL, EFBIG: FULL };

/** An archive that another process works on in a way that does not go with ours. */
export function archiveIsBusy(dir: string, why: string, file?: string): ElisionError {
  const stale = file === undefined ? "" : `; if that is on a machine that is gone, remove ${file}`;
  return new ElisionError("archive-busy", `the archive is in use: ${why}`, {
    file: dir,
    hint: `try again when it is done${stale}`,
  });
}

/** An entry that no line can hold: a text of JavaScript's has at most 512 MB. */
export function tooLong(bytes: number, cause: unknown): ElisionError {
  return new ElisionError("archive", `an entry of ${bytes} bytes is too long for an archive`, {
    hint: "compact this input without --archive",
    cause,
  });
}
