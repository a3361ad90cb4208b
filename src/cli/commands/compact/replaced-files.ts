import { onSignal } from "../../../io/signals.ts";
import type { CompactFlags } from "../../options/compact-flags.ts";

/** Counts the files that a run in place replaces, so that a signal that ends it is not the end of the account. */
export interface ReplacedFiles {
  /** How many there are by now. */
  readonly count: number;
  /** A file was replaced. From the first on a signal has it said how many there are. */
  add(): void;
  /** Work begins that hears no signals for long: until the next file is replaced they end the program in silence. */
  stopListening(): void;
  /** The run is over. */
  end(): void;
}

export function countReplaced(
  flags: Pick<CompactFlags, "backup" | "archive">,
  say: (text: string) => void,
): ReplacedFiles {
  let count = 0;
  let forget: (() => void) | undefined;
  const stop = () => {
    forget?.();
    forget = undefined;
  };
  return {
    get count() {
      return count;
    },
    add() {
      count++;
      forget ??= onSignal(() => say(inWords(count, flags)));
    },
    stopListening: stop,
    end: stop,
  };
}

function inWords(
  count: number,
  { backup, archive }: Pick<CompactFlags, "backup" | "archive">,
): string {
  const done = count === 1 ? "1 file was compacted" : `${count} files were compacted`;
  return `interrupted: ${done}, the others are as they were${restoredBy(backup, archive)}`;
}

function restoredBy(backup: CompactFlags["backup"], archive: CompactFlags["archive"]): string {
  if (backup !== undefined) return `; the originals end with ${backup}`;
  if (archive === false) return "";
  const named = archive === undefined ? "" : ` --archive ${archive}`;
  return `; elision restore -i${named} brings the originals back`;
}
