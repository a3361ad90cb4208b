import type { IncomingMessage, ServerResponse } from "node:http";
import type { Editor } from "./editor/editor.ts";
import { pipeBack } from "./http/forward.ts";
import type { Target } from "./http/upstreams.ts";
import type { Wire } from "./http/wire.ts";
import type { LiveLog } from "./metrics/live-log.ts";
import type { ProxyMetrics } from "./metrics/metrics.ts";
import { countUsage } from "./metrics/request-line.ts";
import type { ReplyUsage } from "./metrics/response-usage.ts";
import { usageReader } from "./metrics/usage-reader.ts";

/** A request with a conversation, its target, and its editor. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly wire: Wire;
  readonly editor: Editor;
  readonly metrics: ProxyMetrics;
  readonly live: LiveLog;
  now(): number;
}

/** Pipes a reply back, and counts the usage that it reports. */
export async function replyWith(
  reply: IncomingMessage,
  { response, wire, metrics }: Exchange,
): Promise<ReplyUsage | undefined> {
  const reader = usageReader(wire, reply.headers["content-encoding"]);
  try {
    await pipeBack(reply, response, reader.see);
    const usage = await reader.end();
    if (usage !== undefined) countUsage(usage, metrics);
    return usage;
  } finally {
    reader.leave();
  }
}

/** Milliseconds that background work waits for the first bytes of a reply. */
const FIRST_BYTES_MS = 20;

/** Resolves once a reply is over, or has gone on for a while. */
export function afterFirstBytes(reply: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_BYTES_MS);
    reply.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
