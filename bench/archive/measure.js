/** A process that inserts and then gets: node measure.js ENTRANT FOLDER RECORDS BATCH. Prints JSON. */
import { makeKeys } from "./records.js";

const WARM_GETS = 200_000;

const [entrant, dir, count, batch] = process.argv.slice(2);
const keys = makeKeys(Number(count));
const { insert, open } = await import(entrant);

const start = performance.now();
await insert(dir, keys, Number(batch));
const insertMs = performance.now() - start;

const opened = await open(dir);
const getAll = () => {
  const from = performance.now();
  for (let i = 0; i < WARM_GETS; i++) {
    // Far apart, and the same for both.
    const number = (i * 7919) % keys.count;
    if (opened.get(keys.key(number)) !== number * 4321)
      throw new Error(`${entrant} lost record ${i}`);
  }
  return performance.now() - from;
};
getAll();
const warmMs = getAll();
await opened.close();
console.log(JSON.stringify({ insertMs, warmMicros: (warmMs / WARM_GETS) * 1000 }));
