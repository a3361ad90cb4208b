import type { IncomingMessage } from "node:http";
import { type BodyToSend, bodyWith } from "../api/live/body-with.ts";
import type { RequestEdit } from "./editor/editing.ts";
import type { Editor, EditToSend } from "./editor/editor.ts";
import type { Exchange } from "./exchange.ts";
import { decoded, type ReadBody } from "./http/read-body.ts";

/** An edit, and the body that its splices apply to, without its content encoding. */
export type EditOfBody = EditToSend & { readonly body?: Buffer };

/** An edit and the body to send: the original if there are no splices, or if they cannot be applied. */
export function carriedOut(
  edit: EditOfBody,
  bytes: Buffer,
  editor: Pick<Editor, "wasSentRaw">,
): { readonly edit: EditOfBody; readonly sent: BodyToSend } {
  const { id, splices, body = bytes } = edit;
  if (splices === undefined) return { edit, sent: bodyWith(bytes, []) };
  try {
    return { edit, sent: bodyWith(body, splices) };
  } catch (error) {
    editor.wasSentRaw(id);
    return { edit: { id, reason: `the editor: ${String(error)}` }, sent: bodyWith(bytes, []) };
  }
}

/** The edit of a body that was not read as a whole. */
export const TOO_LARGE: EditOfBody = { id: -1, reason: "larger than 64 MB" };

/** The edit of a body, whatever its content encoding; an edited body has none. */
export async function editOf(bytes: Buffer, about: Exchange): Promise<EditOfBody> {
  const body = await bodyIn(bytes, about.request);
  if (body === undefined) return unknownEncoding(about.request);
  return { ...(await about.editor.edit(body, about.wire.format)), body };
}

/**
 * An edit with its account, which is made now if it was not made, or not of the whole request, before it was
 * sent.
 */
export async function seenEdit(
  { body, isUnseen, ...edit }: EditOfBody,
  { editor, wire }: Exchange,
): Promise<RequestEdit> {
  if (body === undefined || isUnseen !== true) return edit;
  const { account: _, ...sent } = edit;
  return { ...(await editor.see(body, wire.format, edit)), ...sent };
}

/** The account of a body that was sent unchanged. */
export async function seenOf(
  copy: Promise<Pick<ReadBody, "bytes"> | undefined>,
  { request, editor, wire }: Exchange,
): Promise<RequestEdit> {
  const whole = await copy;
  if (whole === undefined) return TOO_LARGE;
  const body = await bodyIn(whole.bytes, request);
  return body === undefined ? unknownEncoding(request) : editor.see(body, wire.format);
}

function bodyIn(bytes: Buffer, { headers }: IncomingMessage): Promise<Buffer | undefined> {
  return decoded(bytes, headers["content-encoding"] ?? "");
}

function unknownEncoding({ headers }: IncomingMessage): EditToSend {
  return { id: -1, reason: `content-encoding ${headers["content-encoding"]}` };
}
