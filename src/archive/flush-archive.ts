import type { Archive } from "./archive.ts";

/** Flushes an archive; other threads compress and flush, where it lets them. */
export async function flushArchive(archive: Archive | undefined): Promise<void> {
  if (archive?.settle === undefined) archive?.flush();
  else await archive.settle();
}
