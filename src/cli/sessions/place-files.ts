import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { ElisionError } from "../../base/errors.ts";
import type { SessionPlace } from "../../formats/shared/saved-sessions.ts";
import { ioError } from "../../io/io-error.ts";
import { isTemporaryName } from "../../io/replacement/temporary-files.ts";

/** Called with what may not be looked into. */
export type FaultListener = (fault: ElisionError) => void;

/** Listeners for the files of a place, and for what may not be looked into. */
interface PlaceListener {
  onFile(path: string, stats: FileFacts): void;
  readonly onFault: FaultListener;
}

/** Finds the files of a place. A folder that is missing has none. */
export function eachFile(
  base: string,
  { files, except, holds }: SessionPlace,
  { onFile, onFault }: PlaceListener,
): void {
  const names = files.split("/");
  const own = patternOf(names.at(-1) ?? "");
  const leftOut = except === undefined ? undefined : patternOf(except);
  for (const folder of foldersBelow(base, names.slice(0, -1), onFault))
    for (const { name } of entriesOf(folder, onFault)) {
      if (!own.test(name) || leftOut?.test(name) === true || isTemporaryName(name)) continue;
      const path = join(folder, name);
      if (holds !== undefined) {
        const facts = factsOfFolder(path, holds, onFault);
        if (facts.size > 0) onFile(path, facts);
        continue;
      }
      const stats = attempt(path, onFault, () => statSync(path, { throwIfNoEntry: false }));
      if (stats?.isFile() && stats.size > 0) onFile(path, stats);
    }
}

type FileFacts = Pick<Stats, "size" | "mtimeMs">;

/** The size of all files of a session that is a folder, and when the last of them was written to. */
function factsOfFolder(folder: string, files: string, onFault: FaultListener): FileFacts {
  const all = { size: 0, mtimeMs: 0 };
  eachFile(
    folder,
    { agent: "", files },
    {
      onFile(_, { size, mtimeMs }) {
        all.size += size;
        all.mtimeMs = Math.max(all.mtimeMs, mtimeMs);
      },
      onFault,
    },
  );
  return all;
}

/** The folders below one that match a path of names. */
function foldersBelow(
  base: string,
  names: readonly string[],
  onFault: FaultListener,
): readonly string[] {
  let folders: readonly string[] = [base];
  for (const name of names) {
    const pattern = patternOf(name);
    folders = name.includes("*")
      ? folders.flatMap((folder) =>
          entriesOf(folder, onFault)
            .filter((entry) => !entry.isFile() && pattern.test(entry.name))
            .map((entry) => join(folder, entry.name)),
        )
      : folders.map((folder) => join(folder, name));
  }
  return folders;
}

function entriesOf(folder: string, onFault: FaultListener): readonly Dirent[] {
  return attempt(folder, onFault, () => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** The result of a look at a path; undefined where there is nothing, or it may not be looked at. */
function attempt<T>(path: string, onFault: FaultListener, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!NOTHING_THERE.has(code)) onFault(ioError(error, path));
    return undefined;
  }
}

const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** A name in which `*` is any text. */
function patternOf(name: string): RegExp {
  const parts = name.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
