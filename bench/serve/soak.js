/**
 * 50,000 requests of agents at work through `elision serve`, 200 streams at a time, and what becomes of its memory and
 * its event loop. Every reply has to come as the upstream sent it, and every request what it came as but for results
 * that were shortened. `npm run build` first; `node bench/serve/soak.js [requests] [streams] [policy] [rate]`: the
 * policy `bare` is a pass-through that reads nothing; a rate is requests per second, without one they come as fast as
 * they can.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cpuOf, startBare, startServe } from "./start.js";

const REQUESTS = Number(process.argv[2] ?? 50_000);
const STREAMS = Number(process.argv[3] ?? 200);
const POLICY = process.argv[4] ?? "first-sight";
const RATE = Number(process.argv[5] ?? 0);
/** Steps of an agent until it begins another conversation. */
const STEPS = 25;
const LARGE = "a line of output that is much too long to be of use\n".repeat(250);
const EVENTS = Array.from({ length: 8 }, (_, k) => `event: delta\ndata: {"text":"piece ${k}"}\n\n`);
const USAGE = 'event: message_delta\ndata: {"usage":{"input_tokens":3,"output_tokens":5}}\n\n';
const REPLY = [...EVENTS, USAGE].join("");

const faults = new Map();
const fault = (name) => faults.set(name, (faults.get(name) ?? 0) + 1);
const agent = new http.Agent({ keepAlive: true, maxSockets: STREAMS });
const upstream = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    const expected = Number(request.headers["x-length"]);
    if (body.length > expected) fault("a request grew");
    if (body.length < expected && !body.includes("[shortened at first sight"))
      fault("a request lost bytes");
    response.writeHead(200, { "content-type": "text/event-stream" });
    let at = 0;
    const next = () => {
      if (at === EVENTS.length) return response.end(USAGE);
      response.write(EVENTS[at++]);
      setImmediate(next);
    };
    next();
  });
});
upstream.listen(0, "127.0.0.1");
await once(upstream, "listening");

const home = mkdtempSync(join(tmpdir(), "elision-soak-"));
const to = upstream.address().port;
const stores = ["--state", join(home, "state"), "--archive", join(home, "kept")];
const served =
  POLICY === "bare" ? await startBare(to) : await startServe(to, ["--policy", POLICY, ...stores]);
const { child, port } = served;
child.removeAllListeners("exit");

let left = REQUESTS;
let done = 0;
const samples = [];
const began = performance.now();
console.log("requests   seconds   MB resident   MB heap   loop p99 ms   loop max ms");
await Promise.all(Array.from({ length: STREAMS }, (_, number) => work(number)));
const seconds = (performance.now() - began) / 1000;
const metrics = await get("/metrics");
const status = POLICY === "bare" ? undefined : JSON.parse(await get("/_elision/status"));
const [cpu, ownCpu] = [cpuOf(served), process.cpuUsage()];
child.kill("SIGTERM");
const [code] = await once(child, "exit");
rmSync(home, { recursive: true, force: true });
if (status !== undefined) {
  const { requests, results_shortened, results_masked, not_edited, upstream_errors } = status.sums;
  const counts = { requests, results_shortened, results_masked, not_edited, upstream_errors };
  console.log({ ...counts, exit: code });
  console.log(
    (metrics.match(/^elision_(not_edited_total|\w+_seconds_bucket).*$/gm) ?? []).join("\n"),
  );
}
console.log(
  `${Math.round(REQUESTS / seconds)} requests a second; processor time of each: ` +
    `${(cpu / REQUESTS).toFixed(2)} ms there, ${((ownCpu.user + ownCpu.system) / 1000 / REQUESTS).toFixed(2)} ms here`,
);
const half = samples[Math.floor(samples.length / 2)];
const last = samples.at(-1);
console.log(
  `memory from half of the way to the end: ${(last.resident - half.resident).toFixed(1)} MB resident, ` +
    `${(last.heap - half.heap).toFixed(1)} MB heap`,
);
for (const [name, count] of faults) console.log(`FAULT: ${name}: ${count}`);
process.exit(faults.size === 0 && (code === 0 || POLICY === "bare") ? 0 : 1);

/** An agent: conversations of some steps, one after another. */
async function work(number) {
  let conversation = 0;
  let messages = [];
  const interval = RATE > 0 ? (STREAMS / RATE) * 1000 : 0;
  let next = performance.now() + (interval * number) / STREAMS;
  while (left > 0) {
    left--;
    if (interval > 0) await wait(Math.max(0, next - performance.now()));
    next = Math.max(next + interval, performance.now());
    if (messages.length === 0 || messages.length > 2 * STEPS)
      messages = [{ role: "user", content: `Task ${number} ${conversation++}.` }];
    const step = messages.length;
    const text = step % 10 === 1 ? `${number} ${step}\n${LARGE}` : `${step}: done\n`.repeat(20);
    messages.push(
      {
        role: "assistant",
        content: [{ type: "tool_use", id: `t${step}`, name: "run", input: {} }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `t${step}`, content: text }] },
    );
    const body = Buffer.from(JSON.stringify({ model: "claude-opus-5.5", stream: true, messages }));
    await ask(body).then(
      (reply) =>
        reply !== REPLY && fault(`a reply that is not the upstream's: ${JSON.stringify(reply)}`),
      (error) => fault(error.message),
    );
    done++;
    if (done % Math.ceil(REQUESTS / 10) === 0) await sample();
  }
}

async function sample() {
  const text = await get("/metrics");
  const value = (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  const resident = value("process_resident_memory_bytes") / 1e6;
  const heap = value("nodejs_heap_size_used_bytes") / 1e6;
  samples.push({ resident, heap });
  const row = [
    ...[done, (performance.now() - began) / 1000, resident, heap],
    ...["p99", "max"].map((of) => value(`nodejs_eventloop_lag_${of}_seconds`) * 1000),
  ];
  console.log(row.map((each) => each.toFixed(1).padStart(10)).join("  "));
}

function ask(body) {
  const headers = { "content-length": body.length, "x-length": body.length };
  return collect({ method: "POST", path: "/v1/messages", headers }, body);
}

function get(path) {
  return collect({ method: "GET", path });
}

function collect(options, body) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, agent, ...options }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk) => {
        text += chunk;
      });
      reply.on("end", () =>
        resolve(reply.statusCode === 200 ? text : `${reply.statusCode} ${text}`),
      );
      reply.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}
