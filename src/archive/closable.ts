import type { Archive } from "./archive.ts";
import { archiveClosed } from "./archive-errors.ts";

/**
 * The same archive, which closes once and then refuses every call: the numbers of its files may be those of other files
 * by then.
 */
export function closable(dir: string, archive: Archive): Archive {
  let isOpen = true;
  const opened = (): Archive => {
    if (!isOpen) throw archiveClosed(dir);
    return archive;
  };
  return {
    add: (entry) => opened().add(entry),
    flush: (about) => opened().flush(about),
    settle: async () => opened().settle?.(),
    find: (prefix, kind) => opened().find(prefix, kind),
    close() {
      if (!isOpen) return;
      isOpen = false;
      archive.close();
    },
    damage: archive.damage,
  };
}
