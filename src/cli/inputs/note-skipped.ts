import type { Notices } from "../terminal/notices.ts";
import { isDatabase } from "./database-input.ts";
import type { Input } from "./input.ts";

/** Files of folders that a command skipped. Some are named with what they are. */
export interface SkippedFiles {
  /** True if the file was named in a note, and need not be counted with those of no known format. */
  isNamed(input: Input): boolean;
}

/** The notes on skipped files. A command that `writes` skips databases, which others read. */
export function skippedFiles(
  notices: Pick<Notices, "note">,
  { writes = false }: { readonly writes?: boolean } = {},
): SkippedFiles {
  return {
    isNamed(input) {
      if (!writes || !isDatabase(input)) return false;
      notices.note(
        `${input.name} is not written: elision export reads the sessions of databases that it knows`,
      );
      return true;
    },
  };
}
