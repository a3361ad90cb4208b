/** A server on this machine that answers each request with a value, or with events. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** An answer: JSON, or server-sent events. */
export type Reply =
  | { readonly json: unknown }
  | { readonly events: readonly { readonly type: string }[] };

/** Starts one for this test; gives its address. */
export async function serveJson(reply: (body: never) => Reply): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const answer = reply(JSON.parse(Buffer.concat(chunks).toString()) as never);
      if ("json" in answer) {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(answer.json));
        return;
      }
      response.setHeader("content-type", "text/event-stream");
      for (const event of answer.events)
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
