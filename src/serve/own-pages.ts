import type { IncomingMessage, ServerResponse } from "node:http";
import type { LiveStatus } from "../api/live/live-status.ts";
import { LIVE_POLICY, livePage } from "../report/live/page/live-page.ts";
import type { ProxyMetrics } from "./metrics/metrics.ts";

/** Answers requests to the proxy itself; false for all those to an upstream. */
export function answerOwn(
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
  { metrics, status }: { readonly metrics: ProxyMetrics; status(): LiveStatus },
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
      send(response, "application/json", `${JSON.stringify(status())}\n`);
      return true;
    case "/_elision":
    case "/_elision/":
      response.setHeader("content-security-policy", LIVE_POLICY);
      send(response, "text/html; charset=utf-8", livePage(status()));
      return true;
    default:
      return false;
  }
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  response.end(body);
}

/** Sends an error of the proxy itself, in a form that clients of all providers can show. */
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
