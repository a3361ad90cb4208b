/** lmdb as an entrant: the same keys and values, in an environment of its own. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { locationOf } from "./records.js";

const { open: openEnvironment } = createRequire(`${process.env.BENCH_PEERS}/`)("lmdb");

const openIn = (dir) =>
  openEnvironment({ path: join(dir, "lmdb"), encoding: "binary", keyEncoding: "binary" });

/** A place in as many bytes as the other entrant has for it. */
function placeAsBytes(number) {
  const { offset, length, flags } = locationOf(number);
  const value = Buffer.allocUnsafe(16);
  value.writeUInt32LE(offset % 2 ** 32, 0);
  value.writeUInt32LE(Math.floor(offset / 2 ** 32), 4);
  value.writeUInt32LE(length, 8);
  value.writeUInt32LE(flags, 12);
  return value;
}

/** Puts records in, so many in a transaction, each time so that they are on disk. */
export async function insert(dir, keys, batch) {
  const database = openIn(dir);
  for (let from = 0; from < keys.count; from += batch) {
    const end = Math.min(keys.count, from + batch);
    database.transactionSync(() => {
      for (let at = from; at < end; at++) database.putSync(keys.key(at), placeAsBytes(at));
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
