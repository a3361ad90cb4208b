/**
 * The latency that `elision serve` adds, next to a bare pass-through of node:http in the same run: requests one after
 * another on loopback, by turns. `npm run build` first; `node bench/serve/run.js [count]`.
 */
import { spawn } from "node:child_process";
import http from "node:http";
import { fileURLToPath } from "node:url";

const COUNT = Number(process.argv[2] ?? 400);
const PROGRAM = fileURLToPath(new URL("../../bin/elision.js", import.meta.url));

const upstream = await listening((request, response) => {
  request.resume();
  request.on("end", () => response.end('{"usage":{"input_tokens":1,"output_tokens":1}}'));
});
const bare = await listening((request, response) => {
  const { method, url, headers } = request;
  const options = { port: upstream, host: "127.0.0.1", method, path: url, headers, agent };
  const forwarded = http.request(options, (reply) => {
    response.writeHead(reply.statusCode, reply.rawHeaders);
    reply.pipe(response);
  });
  request.pipe(forwarded);
});
const agent = new http.Agent({ keepAlive: true });
const ours = await serving();

const cases = {
  "small, untouched": body(3, 200),
  "100 kB, untouched": body(50, 2000),
  "1 MB, untouched": body(500, 2000),
  "1 MB, one new result of 60 kB shortened": body(470, 2000, 60_000),
};
console.log("added, in milliseconds     bare median  ours median  added  ours p99  added p99");
for (const [name, make] of Object.entries(cases)) {
  const times = { bare: [], ours: [] };
  for (let k = -30; k < COUNT; k++)
    for (const [who, port] of [
      ["bare", bare],
      ["ours", ours.port],
    ]) {
      const bytes = make(k);
      const began = performance.now();
      await post(port, bytes);
      if (k >= 0) times[who].push(performance.now() - began);
    }
  const [one, two] = [times.bare, times.ours].map((all) => all.sort((a, b) => a - b));
  const at = (all, share) => all[Math.min(all.length - 1, Math.floor(all.length * share))];
  const figures = [
    at(one, 0.5),
    at(two, 0.5),
    at(two, 0.5) - at(one, 0.5),
    at(two, 0.99),
    at(two, 0.99) - at(one, 0.99),
  ];
  console.log(`${name.padEnd(40)} ${figures.map((ms) => ms.toFixed(2).padStart(8)).join(" ")}`);
}
ours.child.kill();
process.exit();

/** Makes a request of Anthropic's with results of a size, the last of another. */
function body(results, chars, last = chars) {
  return (k) => {
    const messages = [{ role: "user", content: `Task ${k}.` }];
    for (let step = 0; step < results; step++) {
      const text = `${k} ${step} `.padEnd(
        step === results - 1 ? last : chars,
        "a line of output\n",
      );
      messages.push(
        {
          role: "assistant",
          content: [{ type: "tool_use", id: `t${step}`, name: "run", input: {} }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: `t${step}`, content: text }],
        },
      );
    }
    return Buffer.from(JSON.stringify({ model: "claude-opus-5.5", messages }));
  };
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

function serving() {
  const argv = ["serve", "-q", "--port", "0", "--policy", "first-sight", "--no-archive"];
  const child = spawn(
    process.execPath,
    [PROGRAM, ...argv, "--upstream", `http://127.0.0.1:${upstream}`],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  return new Promise((resolve) => {
    child.stderr.on("data", (text) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve({ child, port: Number(port) });
    });
  });
}
