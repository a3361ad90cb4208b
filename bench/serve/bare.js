/**
 * A pass-through of `node:http` that reads nothing, in a process of its own: `node bench/serve/bare.js UPSTREAM_PORT`.
 */
import http from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

const upstream = Number(process.argv[2]);
const agent = new http.Agent({ keepAlive: true });
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

const server = http.createServer((request, response) => {
  const { method, url, headers } = request;
  if (url === "/metrics") return response.end(gauges());
  const options = { port: upstream, host: "127.0.0.1", method, path: url, headers, agent };
  const forwarded = http.request(options, (reply) => {
    response.writeHead(reply.statusCode, reply.rawHeaders);
    reply.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  request.pipe(forwarded);
});
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => {
  console.error(`bare on http://127.0.0.1:${server.address().port}`);
});

/** Under the names that `elision serve` has them. */
function gauges() {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    `process_resident_memory_bytes ${rss}`,
    `nodejs_heap_size_used_bytes ${heapUsed}`,
    `nodejs_eventloop_lag_p99_seconds ${delay.percentile(99) / 1e9}`,
    `nodejs_eventloop_lag_max_seconds ${delay.max / 1e9}`,
    "",
  ].join("\n");
}
