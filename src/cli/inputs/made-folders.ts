import { rmdirSync } from "node:fs";
import { makeFolder } from "../../io/make-folder.ts";
import { onSignal } from "../../io/signals.ts";
import type { CommandOutput } from "./command-output.ts";

/**
 * The folders that a run makes for its outputs. Those in which nothing is left are removed when none is being written,
 * or if a signal ends the program.
 */
export function madeFolders(): {
  /** Makes a folder for an output, and opens that. */
  open(folder: string, open: () => CommandOutput): CommandOutput;
} {
  const made = new Set<string>();
  let writing = 0;
  let forget: (() => void) | undefined;
  const removeEmpty = () => {
    for (const folder of [...made].sort((one, other) => other.length - one.length))
      tryToRemove(folder);
  };
  const make = (folder: string) => {
    for (const each of makeFolder(folder)) made.add(each);
    // The temporary files in it make the program listen.
    if (made.size > 0) forget ??= onSignal(removeEmpty, { listens: false });
  };
  const end = () => {
    if (--writing > 0) return;
    removeEmpty();
    made.clear();
    forget?.();
    forget = undefined;
  };
  return {
    open(folder, open) {
      writing++;
      try {
        make(folder);
        return ending(open(), { make: () => make(folder), removeEmpty, end });
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

/**
 * The same output, which tells once that it is committed or discarded. While its file has no name, no signal is
 * listened for: the folders are removed until it is committed.
 */
function ending(
  output: CommandOutput,
  folders: { make(): void; removeEmpty(): void; end(): void },
): CommandOutput {
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) folders.end();
    hasEnded = true;
  };
  return {
    ...output,
    unname() {
      output.unname?.();
      folders.removeEmpty();
    },
    async sync() {
      folders.make();
      await output.sync?.();
    },
    async commit() {
      try {
        folders.make();
        return await output.commit();
      } finally {
        end();
      }
    },
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
