/** A process that inserts and then gets: node measure.js ENTRANT FOLDER RECORDS BATCH. Prints JSON. */
import { makeRecords } from "./records.js";

const WARM_GETS = 200_000;

const [entrant, dir, count, batch] = process.argv.slice(2);
const records = makeRecords(Number(count));
const { insert, open } = await import(entrant);

const start = performance.now();
await insert(dir, records, Number(batch));
const insertMs = performance.now() - start;

const opened = await open(dir);
const getAll = () => {
  const from = performance.now();
  for (let i = 0; i < WARM_GETS; i++) {
    // Far apart, and the same for both.
    const { key, location } = records[(i * 7919) % records.length];
    if (opened.get(key) !== location.offset) throw new Error(`${entrant} lost record ${i}`);
  }
  return performance.now() - from;
};
getAll();
const warmMs = getAll();
await opened.close();
console.log(JSON.stringify({ insertMs, warmMicros: (warmMs / WARM_GETS) * 1000 }));
