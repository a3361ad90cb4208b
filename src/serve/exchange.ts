import type { IncomingMessage, ServerResponse } from "node:http";
import type { Editor } from "./editor.ts";
import { pipeBack } from "./forward.ts";
import type { LiveLog } from "./live-log.ts";
import type { ProxyMetrics } from "./metrics.ts";
import { countUsage } from "./request-line.ts";
import type { ReplyUsage } from "./response-usage.ts";
import type { Target } from "./upstreams.ts";
import { usageReader } from "./usage-reader.ts";
import type { Wire } from "./wire.ts";

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
