import { rmdirSync } from "node:fs";
import { makeFolder } from "../../io/make-folder.ts";
import type { CommandOutput } from "./command-output.ts";

/**
 * The folders that a run makes for its outputs. Those in which nothing is left are removed when none is being written.
 */
export function madeFolders(): {
  /** Makes a folder for an output, and opens that. */
  open(folder: string, open: () => CommandOutput): CommandOutput;
} {
  const made = new Set<string>();
  let writing = 0;
  const end = () => {
    if (--writing > 0) return;
    for (const folder of [...made].sort((one, other) => other.length - one.length))
      tryToRemove(folder);
    made.clear();
  };
  return {
    open(folder, open) {
      writing++;
      try {
        for (const each of makeFolder(folder)) made.add(each);
        return ending(open(), end);
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/** The same output, which tells once that it is committed or discarded. */
function ending(output: CommandOutput, onEnd: () => void): CommandOutput {
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) onEnd();
    hasEnded = true;
  };
  return {
    ...output,
    commit: () => output.commit().finally(end),
    abort() {
      output.abort();
      end();
    },
  };
}

/** A folder with files in it, or that another process removed, stays as it is. */
function tryToRemove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}
