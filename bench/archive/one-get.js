/** A process that looks one key up: node one-get.js ENTRANT FOLDER NUMBER. Prints milliseconds. */
import { keyOf, locationOf } from "./records.js";

const [entrant, dir, number] = process.argv.slice(2);
const key = keyOf(Number(number));
const start = performance.now();
const { open } = await import(entrant);
const opened = await open(dir);
const offset = opened.get(key);
const ms = performance.now() - start;
if (offset !== locationOf(Number(number)).offset) throw new Error(`${entrant} found ${offset}`);
console.log(ms);
await opened.close();
