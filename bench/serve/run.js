/**
 * The latency that `elision serve` adds, next to a bare pass-through of node:http in the same run: requests one after
 * another on loopback, by turns; those of an agent at work, and those of conversations that were never seen.
 * `npm run build` first; `node bench/serve/run.js [count]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuOf, startBare, startServe } from "./start.js";

const COUNT = Number(process.argv[2] ?? 400);
const POLICIES = process.argv[3]?.split(",") ?? ["observe", "first-sight", "window"];
const WARM_UP = 60;

const upstream = await listening((request, response) => {
  request.resume();
  request.on("end", () => response.end('{"usage":{"input_tokens":1,"output_tokens":1}}'));
});
const agent = new http.Agent({ keepAlive: true });
const bare = await startBare(upstream);

const state = mkdtempSync(join(tmpdir(), "elision-bench-"));
process.on("exit", () => rmSync(state, { recursive: true }));
const OPTIONS = {
  observe: [],
  "first-sight": ["--state", join(state, "first-sight")],
  // Every request is a step of its window: it masks the result that this one left behind.
  window: ["--every", "1", "--state", join(state, "window")],
};
/** A window is for models that do not bind their reasoning. */
const MODELS = { window: "claude-opus-4.1" };
const cases = {
  "200 results of 200 chars, untouched": session(10, 200),
  "100 kB, untouched": session(50, 2000),
  "1 MB, untouched": session(500, 2000),
  "1 MB, the new result of 60 kB shortened": session(470, 2000, 60_000),
  "1 MB never seen before, untouched": stranger(500, 2000),
  "1 MB never seen before, one result shortened": stranger(470, 2000, 60_000),
};
const ONLY = process.argv[4] ? new RegExp(process.argv[4]) : /./;
for (const policy of POLICIES) {
  const ours = await startServe(upstream, ["--policy", policy, "--no-archive", ...OPTIONS[policy]]);
  console.log(`\n${policy}: milliseconds, and what is added to a bare pass-through of node:http`);
  console.log(
    `${"".padEnd(46)}  bare p50  ours p50     added  bare p99  ours p99     added  bare cpu  ours cpu`,
  );
  for (const [name, make] of Object.entries(cases))
    if (ONLY.test(name)) await measure(name, (k) => written(make(k), MODELS[policy]), ours);
  await ended(ours);
}
await ended(bare);
process.exit();

function ended({ child }) {
  return new Promise((resolve) => {
    child.removeAllListeners("exit");
    child.once("exit", resolve);
    child.kill();
  });
}

async function measure(name, make, ours) {
  const times = { bare: [], ours: [] };
  let cpu = { bare: 0, ours: 0 };
  for (let k = -WARM_UP; k < COUNT; k++) {
    if (k === 0) cpu = { bare: cpuOf(bare), ours: cpuOf(ours) };
    const bytes = make(k + WARM_UP);
    const turns = [
      ["bare", bare.port],
      ["ours", ours.port],
    ];
    for (const [who, to] of k % 2 === 0 ? turns : turns.reverse()) {
      const began = performance.now();
      await post(to, bytes);
      if (k >= 0) times[who].push(performance.now() - began);
    }
  }
  const [one, two] = [times.bare, times.ours].map((all) => all.sort((a, b) => a - b));
  const at = (all, share) => all[Math.min(all.length - 1, Math.floor(all.length * share))];
  const figures = [0.5, 0.99].flatMap((share) => [
    at(one, share),
    at(two, share),
    at(two, share) - at(one, share),
  ]);
  figures.push((cpuOf(bare) - cpu.bare) / COUNT, (cpuOf(ours) - cpu.ours) / COUNT);
  console.log(`${name.padEnd(46)} ${figures.map((ms) => ms.toFixed(2).padStart(9)).join(" ")}`);
}

/** An agent at work: each request has the messages of the one before, and one call and result more. */
function session(results, chars, last = chars) {
  const messages = [{ role: "user", content: "Count." }];
  const step = (number, length) => messages.push(...pair(number, length));
  for (let number = 0; number < results; number++) step(number, chars);
  return (k) => {
    step(results + k, last);
    const now = [...messages];
    // It does not grow for ever.
    messages.splice(-2, 2);
    step(results + k, 100);
    return now;
  };
}

/** A conversation that nobody saw before. */
function stranger(results, chars, last = chars) {
  return (k) => {
    const messages = [{ role: "user", content: `Task ${k}.` }];
    for (let number = 0; number < results; number++)
      messages.push(...pair(`${k} ${number}`, number === results - 1 ? last : chars));
    return messages;
  };
}

function pair(number, length) {
  const id = `t${number}`;
  const content = `${number} `.padEnd(length, "a line of output\n");
  return [
    { role: "assistant", content: [{ type: "tool_use", id, name: "run", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  ];
}

function written(messages, model = "claude-opus-5.5") {
  return Buffer.from(JSON.stringify({ model, messages }));
}

function post(port, bytes) {
  const headers = { "content-type": "application/json", "content-length": bytes.length };
  const options = { port, host: "127.0.0.1", method: "POST", path: "/v1/messages", headers, agent };
  return new Promise((resolve, reject) => {
    const request = http.request(options, (reply) => {
      reply.resume();
      reply.on("end", resolve);
    });
    request.on("error", reject);
    request.end(bytes);
  });
}

function listening(handler) {
  return new Promise((resolve) => {
    const server = http.createServer(handler);
    server.listen(0, "127.0.0.1", () => resolve(server.address().port));
  });
}
