/** The index of an archive as an entrant. `run.js` bundles it, since it takes modules of `src`. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkTable } from "../../src/archive/index/check-table.ts";
import { createTable, openChangeable, openTable } from "../../src/archive/index/disk-table.ts";
import { RECORD_BYTES } from "../../src/archive/index/index-page.ts";
import { FLAGS_AT } from "../../src/archive/index/record.ts";
import { locationOf } from "./records.js";

/** The table says which log it is of; here there is none. */
function placeIn(dir) {
  const log = join(dir, "log");
  writeFileSync(log, "", { flag: "a" });
  return { dir, log: openSync(log, "r") };
}

/** Puts records in, so many at a time, each time so that they are on disk. */
export async function insert(dir, keys, batch) {
  const place = placeIn(dir);
  const record = Buffer.alloc(RECORD_BYTES);
  for (let from = 0; from < keys.count; from += batch) {
    const target = openChangeable(place) ?? createTable(place);
    const end = Math.min(keys.count, from + batch);
    for (let at = from; at < end; at++) {
      const { flags, ...location } = locationOf(at);
      keys.key(at).copy(record);
      record.writeUInt32LE(flags, FLAGS_AT);
      target.table.insert(record, location);
    }
    target.save(0);
    target.close();
  }
  closeSync(place.log);
}

export async function open(dir) {
  const place = placeIn(dir);
  const disk = openTable(place);
  return {
    get(key) {
      const [found] = disk.table.find(key.toString("hex"));
      return disk.isUnchanged() ? found?.offset : undefined;
    },
    close() {
      disk.close();
      closeSync(place.log);
    },
  };
}

/** What the table looks like. */
export function check(dir) {
  const disk = openTable(placeIn(dir));
  const { faults, averageChain, longestChain } = checkTable(disk.table);
  const { buckets, overflowPages } = disk.table.shape;
  disk.close();
  return { faults, averageChain, longestChain, buckets, overflowPages };
}
