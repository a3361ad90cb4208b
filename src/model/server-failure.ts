import { ElisionError } from "../base/errors.ts";
import type { Attempt } from "./client.ts";

/** The errors of both providers' SDKs. */
interface SdkError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

/** Statuses that say that no other request will fare better: bad key, no rights, no such model. */
const NEVER = [401, 403, 404];

/** Statuses below 500 that say to come again: time-out, conflict, too early, too many. */
const AGAIN = [408, 409, 425, 429];

/** Why an attempt at a server failed, without the key, and what may be expected of the next. */
export function failureOf(error: unknown, key: string | undefined): Attempt {
  const { status, headers, message = "" } = error as SdkError;
  if (status === undefined) return lostConnection(error as SdkError);
  // Servers repeat what they were sent.
  const said = key === undefined ? message : message.replaceAll(key, "***");
  const reason = firstLine(said === "" ? `status ${status}` : said);
  if (NEVER.includes(status)) return { ok: false, reason, outlook: "never" };
  if (status < 500 && !AGAIN.includes(status)) return { ok: false, reason };
  const afterMs = retryAfter(headers);
  return { ok: false, reason, outlook: "again", ...(afterMs !== undefined && { afterMs }) };
}

function lostConnection(error: SdkError): Attempt {
  const refused = refusalIn(error);
  if (refused !== undefined)
    return { ok: false, reason: refused.message, ...(isFinal(refused) && { outlook: "never" }) };
  const code = codeOf(error);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND")
    return { ok: false, reason: `no connection (${code})`, outlook: "never" };
  if (error instanceof SyntaxError) return { ok: false, reason: "the server's answer is no JSON" };
  // Only what the connection did is worth another attempt; what the answer lacks is not.
  if (error instanceof TypeError && code === undefined && !/terminated|fetch/.test(error.message))
    return { ok: false, reason: "the server's answer is none of its protocol" };
  return { ok: false, reason: connectionReason(error, code), outlook: "again", isUnanswered: true };
}

/** Why the connection failed: fetch says no more than "fetch failed", and its cause the rest. */
function connectionReason(error: SdkError, code: string | undefined): string {
  const said = firstLine(error.message ?? String(error));
  const cause = code ?? rootOf(error).message;
  return cause === undefined || said.includes(cause) ? said : `${said} (${firstLine(cause)})`;
}

function rootOf(error: SdkError): SdkError {
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  return root;
}

/** Our own refusal within a wrapped error. */
function refusalIn(error: unknown): ElisionError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (inner instanceof ElisionError) return inner;
  return undefined;
}

/** Whether no other request would fare better: a server that redirects will do so again. */
function isFinal({ code }: ElisionError): boolean {
  return code === "model-redirect";
}

/** The system's code, however deep it is wrapped. */
function codeOf(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code, errors } = inner as { readonly code?: unknown; readonly errors?: unknown[] };
    if (typeof code === "string") return code;
    if (Array.isArray(errors)) return codeOf(errors[0]);
  }
  return undefined;
}

function retryAfter(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 200 ? `${line.slice(0, 197)}...` : line;
}
