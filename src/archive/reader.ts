import { closeSync } from "node:fs";
import type { Archive } from "./archive.ts";
import { openedToRead } from "./archive-errors.ts";
import { closable } from "./closable.ts";
import { finder } from "./finder.ts";
import { ArchiveIndex } from "./index/archive-index.ts";
import { openLog } from "./log/open-log.ts";

/** Opens an archive for lookups. */
export function openToRead(dir: string): Archive {
  const log = openLog(dir);
  const index = new ArchiveIndex({ dir, log });
  const find = finder(log, index);
  return closable(dir, {
    add() {
      throw openedToRead(dir);
    },
    flush() {},
    find,
    close() {
      index.close();
      closeSync(log);
    },
    damage: index.damage,
  });
}
