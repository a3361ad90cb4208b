import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProxyMetrics } from "./metrics.ts";

/** Answers what is asked of the proxy itself; false for all that is for an upstream. */
export function answerOwn(
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
  metrics: ProxyMetrics,
): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  switch (url.split("?")[0]) {
    case "/healthz":
      send(response, "text/plain; charset=utf-8", "ok\n");
      return true;
    case "/metrics":
      send(response, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
      return true;
    case "/_elision/status":
      send(response, "application/json", `${JSON.stringify(metrics.sums)}\n`);
      return true;
    default:
      return false;
  }
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

/** An error of the proxy's own, in the form that clients of all providers can show. */
export function sendError(response: ServerResponse, status: number, message: string): void {
  const error = { type: "elision", message: `elision: ${message}` };
  const body = `${JSON.stringify({ type: "error", error })}\n`;
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  response.end(body);
}
