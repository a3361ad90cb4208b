import { statSync } from "node:fs";
import { createSessionMeter } from "../../analyses/sessions/measure-session.ts";
import { ElisionError } from "../../base/errors.ts";
import type { FormatChoice } from "../../formats/registry/format-choice.ts";
import { expectObjects } from "../inputs/expect-objects.ts";
import type { Input } from "../inputs/input.ts";
import { readInput, withDatabases } from "../inputs/read-input.ts";
import { knownError } from "../terminal/known-error.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Shell } from "../terminal/shell.ts";
import type { SavedFile } from "./saved-files.ts";
import type { SessionIndex } from "./session-index.ts";

/** How many of the newest sessions a run reads whole, and their bytes, unless all are requested. */
export const NEWEST = 20;
const READ_BYTES = 32_000_000;

/** Reads sessions that no earlier run has read, and their subagents', newest first, as far as the limit goes. */
export async function measureSessions(
  shell: Shell,
  { cache, partsOf }: SessionIndex,
  {
    files,
    formats,
    isWhole,
    quiet,
  }: {
    readonly files: readonly SavedFile[];
    readonly formats: FormatChoice;
    /** Whether there is no limit. */
    readonly isWhole: boolean;
    readonly quiet: boolean;
  },
): Promise<void> {
  let left = isWhole ? Number.POSITIVE_INFINITY : READ_BYTES;
  const newest = isWhole ? files : files.slice(0, NEWEST);
  const parts = await Promise.all(newest.map(partsOf));
  const due = [...newest, ...parts.flat()].filter((file) => {
    const { measured, problem } = cache.get(file);
    if (file.format === undefined || measured !== undefined || problem !== undefined) return false;
    if (file.bytes > left) return false;
    left -= file.bytes;
    return true;
  });
  const totalBytes = due.reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = createProgress(shell, { totalBytes, quiet });
  expectObjects(shell, totalBytes);
  await withDatabases(async (databases) => {
    for (const file of due) {
      const meter = createSessionMeter();
      try {
        await readInput(shell, inputOf(file), {
          reading: {
            file: file.path,
            formats,
            strict: false,
            onBadLine: () => {},
            ...meter.reading,
          },
          onRead: async (count) => progress.read(count),
          databases,
        });
        cache.put(file, { measured: meter.result() });
      } catch (error) {
        cache.put(file, { problem: problemOf(error) });
      }
    }
  });
  progress.clear();
}

function inputOf({ path, session }: SavedFile): Input {
  const stats = statSync(session?.database ?? path, { bigint: true });
  return { kind: "file", name: path, stats, relative: path, isFound: false, session };
}

function problemOf(error: unknown): string {
  return error instanceof ElisionError ? error.message : knownError(error).message;
}
