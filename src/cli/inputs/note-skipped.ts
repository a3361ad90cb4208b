import { unreadPlaceOf } from "../../formats/places/unread-agents.ts";
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
  const agents = new Set<string>();
  return {
    isNamed(input) {
      if (writes && isDatabase(input)) {
        notices.note(
          `${input.name} is not written: elision export reads the sessions of databases that it knows`,
        );
        return true;
      }
      const agent = unreadPlaceOf(input.name)?.agent;
      if (agent !== undefined && !agents.has(agent)) {
        agents.add(agent);
        notices.note(`${input.name}: ${agent} saves sessions in a form that elision does not read`);
      }
      return false;
    },
  };
}
