import { ElisionError } from "../errors.ts";

/** A folder that holds no archive, or one that cannot be used. */
export function noArchive(dir: string, cause: unknown): ElisionError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT")
    return new ElisionError("no-archive", "no archive here", {
      file: dir,
      hint: "it is the folder that --archive named when a transcript was compacted",
      cause,
    });
  return new ElisionError("archive", `cannot open the archive (${code})`, { file: dir, cause });
}
