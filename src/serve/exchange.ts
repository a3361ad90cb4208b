import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestEdit } from "./editing.ts";
import type { Editor } from "./editor.ts";
import { forward, pipeBack } from "./forward.ts";
import type { ProxyMetrics } from "./metrics.ts";
import { decoded, readBody } from "./read-body.ts";
import { countEdit, countUsage, editInLine, hundredths, type Passed } from "./request-line.ts";
import { copyForUsage } from "./response-usage.ts";
import type { Target } from "./upstreams.ts";
import type { Wire } from "./wire.ts";

/** A request with a conversation, where it goes, and who edits it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly wire: Wire;
  readonly editor: Editor;
  readonly metrics: ProxyMetrics;
  now(): number;
}

/**
 * Reads a request, edits it, sends it on, and pipes the reply back. Where the edited one is refused with a 400 it is
 * sent once more as it came, and its conversation is not edited any more.
 */
export async function exchange(about: Exchange): Promise<Passed> {
  const { request, response, editor, metrics, wire, now } = about;
  const { bytes, isWhole } = await readBody(request);
  const read = now();
  const edit = isWhole ? await editOf(bytes, about) : TOO_LARGE;
  const heldMs = now() - read;
  metrics.held(heldMs);
  let reply = await send(about, {
    body: edit.bytes ?? bytes,
    isWhole,
    isEdited: edit.bytes !== undefined,
  });
  const wasRefused = reply.statusCode === 400 && edit.bytes !== undefined;
  if (wasRefused) {
    reply.resume();
    metrics.count("resends");
    editor.wasSentRaw(edit.id);
    if (edit.account !== undefined) editor.leave(edit.account.conversation);
    reply = await send(about, { body: bytes, isWhole, isEdited: false });
  }
  countEdit(edit, { wasSent: !wasRefused, metrics });
  const copy = copyForUsage(wire);
  const isPlain = reply.headers["content-encoding"] === undefined;
  await pipeBack(reply, response, isPlain ? copy.add : undefined);
  const { usage } = copy;
  if (usage !== undefined) countUsage(usage, metrics);
  return {
    done: wasRefused ? "resent" : edit.bytes === undefined ? "passed" : "edited",
    line: {
      status: reply.statusCode ?? 0,
      wire: wire.name,
      ...editInLine(edit),
      ...(wasRefused && { resent: true }),
      heldMs: hundredths(heldMs),
      ...(usage !== undefined && { usage }),
    },
  };
}

type NumberedEdit = RequestEdit & { readonly id: number };

const TOO_LARGE: NumberedEdit = { id: -1, reason: "larger than 64 MB" };

/** The edit of a body, whatever its encoding; an edited one has none. */
async function editOf(bytes: Buffer, { request, editor, wire }: Exchange): Promise<NumberedEdit> {
  const encoding = request.headers["content-encoding"] ?? "";
  const body = await decoded(bytes, encoding);
  if (body === undefined) return { id: -1, reason: `content-encoding ${encoding}` };
  return editor.edit(body, wire.format);
}

function send(
  { request, response, target }: Exchange,
  {
    body,
    isWhole,
    isEdited,
  }: { readonly body: Uint8Array; readonly isWhole: boolean; readonly isEdited: boolean },
): Promise<IncomingMessage> {
  const length = isWhole ? body.byteLength : undefined;
  const forwarded = forward(request, target, { response, length, isDecoded: isEdited });
  forwarded.request.write(body);
  if (isWhole) forwarded.request.end();
  else request.pipe(forwarded.request);
  return forwarded.response;
}
