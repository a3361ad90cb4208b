/** A process that inserts and then gets: node measure.js ENTRANT FOLDER RECORDS BATCH. Prints JSON. */
import { makeKeys } from "./records.js";

const WARM_GETS = 200_000;

const [entrant, dir, count, batch] = process.argv.slice(2);
const keys = makeKeys(Number(count));
const { insert, open } = await import(entrant);

const start = performance.now();
const before = process.cpuUsage();
await insert(dir, keys, Number(batch));
const insertMs = performance.now() - start;
const insertCpuMs = cpuMs(before);

const opened = await open(dir);
const getAll = () => {
  const from = process.cpuUsage();
  for (let i = 0; i < WARM_GETS; i++) {
    // Far apart, and the same for both.
    const number = (i * 7919) % keys.count;
    if (opened.get(keys.key(number)) !== number * 4321)
      throw new Error(`${entrant} lost record ${i}`);
  }
  return cpuMs(from);
};
getAll();
const warmMs = getAll();
await opened.close();
console.log(JSON.stringify({ insertMs, insertCpuMs, warmMicros: (warmMs / WARM_GETS) * 1000 }));

/** Milliseconds of processor time since then, which others on the machine change little. */
function cpuMs(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
