import type { IncomingMessage, ServerResponse } from "node:http";
import type { LiveStatus } from "../api/live/live-status.ts";
import { exchangeEdited } from "./edited-exchange.ts";
import type { Editor } from "./editor/editor.ts";
import { type Access, addressed, refusal } from "./http/access.ts";
import { forward, neverArrived, pipeBack, pipeOn } from "./http/forward.ts";
import { upstreamFailure } from "./http/upstream-failure.ts";
import { routeOf, type Target, type Upstream } from "./http/upstreams.ts";
import { wireOf } from "./http/wire.ts";
import type { LiveLog } from "./metrics/live-log.ts";
import type { ProxyMetrics } from "./metrics/metrics.ts";
import { hundredths, type Passed, type RequestLine } from "./metrics/request-line.ts";
import { exchangeObserved } from "./observed-exchange.ts";
import { answerOwn, sendError } from "./own-pages.ts";

/** Everything that a proxy needs. */
export interface ProxyOptions {
  readonly access: Access;
  readonly upstreams: readonly Upstream[];
  readonly editor: Editor;
  readonly metrics: ProxyMetrics;
  readonly live: LiveLog;
  /** The current state, for the proxy's own pages. */
  status(): LiveStatus;
  /** Whether nothing is edited: then requests are not held. */
  readonly observes?: boolean;
  /** Called with a line for each request. */
  log(line: RequestLine): void;
  /** Milliseconds on any clock. */
  now(): number;
}

/** Takes a request, edits it if the policy says so, sends it on, and pipes the reply back. */
export function createProxy(options: ProxyOptions) {
  const { access, metrics, upstreams, now } = options;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { path, headers } = addressed(request);
    const refused = refusal(headers, access);
    if (refused !== undefined) {
      metrics.count("refused");
      return sendError(response, 403, refused);
    }
    request.url = path;
    if (answerOwn(request, response, options)) return;
    const { method = "" } = request;
    const target = routeOf(path, upstreams);
    if (target === undefined)
      return sendError(response, 404, "no upstream for this path: see --upstream");
    const began = now();
    const line = { method, path: path.split("?")[0] ?? "" };
    try {
      const { done, name, about } = await pass({ request, response, target }, options);
      metrics.count("requests", 1, { wire: name, done });
      options.log({ ...line, ...about, ms: hundredths(now() - began) });
    } catch (error) {
      const isGone = request.socket.destroyed;
      metrics.count(isGone ? "clients_gone" : "upstream_errors");
      const message = isGone ? CLIENT_GONE : upstreamFailure(error);
      options.log({ ...line, heldMs: 0, ms: hundredths(now() - began), error: message });
      // A reply that has begun can only be aborted, so that its reader does not take it for complete.
      if (response.headersSent) response.destroy();
      else sendError(response, 502, `the upstream could not be reached: ${message}`);
    }
  };
}

/** The log's reason for a request whose client disconnected: its provider is not to blame. */
const CLIENT_GONE = "the client went before its reply had ended";

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
}

async function pass(passing: Passing, { editor, metrics, live, now, observes }: ProxyOptions) {
  const { method = "", url = "/" } = passing.request;
  const wire = wireOf(method, url);
  const passed =
    wire === undefined
      ? await passOn(passing)
      : await (observes ? exchangeObserved : exchangeEdited)({
          ...passing,
          wire,
          editor,
          metrics,
          live,
          now,
        });
  return { done: passed.done, name: wire?.name ?? "other", about: passed.line };
}

/** A request without a conversation: streamed both ways. */
async function passOn({ request, response, target }: Passing): Promise<Passed> {
  const forwarded = forward(request, target, { response });
  pipeOn(request, forwarded.request);
  const isEmpty = request.method === "GET" || request.method === "HEAD";
  const reply = await forwarded.response.catch((error: unknown) => {
    if (!isEmpty || !neverArrived(forwarded, error)) throw error;
    const again = forward(request, target, { response, isAgain: true });
    again.request.end();
    return again.response;
  });
  await pipeBack(reply, response);
  return { done: "passed", line: { status: reply.statusCode ?? 0, heldMs: 0 } };
}
