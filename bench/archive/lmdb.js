/** lmdb as an entrant: the same keys and values, in an environment of its own. */
import { createRequire } from "node:module";
import { join } from "node:path";

const { open: openEnvironment } = createRequire(`${process.env.BENCH_PEERS}/`)("lmdb");

const openIn = (dir) =>
  openEnvironment({ path: join(dir, "lmdb"), encoding: "binary", keyEncoding: "binary" });

/** Puts records in, so many in a transaction, each time so that they are on disk. */
export async function insert(dir, records, batch) {
  const database = openIn(dir);
  for (let from = 0; from < records.length; from += batch) {
    const end = Math.min(records.length, from + batch);
    database.transactionSync(() => {
      for (let at = from; at < end; at++) {
        const { key, value } = records[at];
        database.putSync(key, value);
      }
    });
    await database.flushed;
  }
  await database.close();
}

export async function open(dir) {
  const database = openIn(dir);
  return {
    get: (key) => {
      const value = database.get(key);
      return value && value.readUInt32LE(0) + value.readUInt32LE(4) * 2 ** 32;
    },
    close: () => database.close(),
  };
}
