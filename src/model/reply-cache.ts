import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import ndjson from "ndjson";
import { digestOf } from "../base/digest.ts";
import { badOption, ElisionError } from "../base/errors.ts";
import { fileStatus } from "../io/file-status.ts";
import { ioError } from "../io/io-error.ts";
import { writeFully } from "../io/write-fully.ts";
import type { ModelIdentity } from "./model-identity.ts";
import type { ModelReply, ModelRequest } from "./model-request.ts";
import { tokensIn } from "./sdk.ts";

/** Replies that are kept, by what was asked. */
export interface KeptReplies {
  /** The SHA-256 of all that a reply depends on. */
  key(request: ModelRequest): string;
  /** The reply to a request or, where that was kept before the file was opened, to one of its subject. */
  get(request: ModelRequest): ModelReply | undefined;
}

/** Kept replies to which new ones are added as they come, so that none is paid for twice. */
export interface Cache extends KeptReplies {
  /** @throws {ElisionError} `io` where it cannot be written: replies would be paid for and lost. */
  put(request: ModelRequest, reply: ModelReply): void;
  close(): void;
}

/**
 * Opens a file of replies, a line of JSON each, that is added to as they come: a run that was killed
 * loses none. A torn last line is passed over. Without a file nothing is kept.
 */
export async function openCache(file: string | undefined, identity: ModelIdentity): Promise<Cache> {
  const replies = await repliesIn(file);
  let end: number | undefined;
  if (file !== undefined) {
    try {
      end = openSync(file, "a+", 0o600);
      if (isTorn(end)) writeFully(end, Buffer.from("\n"));
    } catch (error) {
      throw cacheError(error, file);
    }
  }
  const kept = keptIn(replies, identity);
  return {
    ...kept,
    put(request, reply) {
      if (end === undefined || file === undefined) return;
      const { purpose } = request;
      const key = kept.key(request);
      const subject = subjectKey(request, identity);
      replies.byKey.set(key, reply);
      const about = { key, ...(subject !== undefined && { subject }) };
      try {
        writeFully(end, Buffer.from(lineOf({ ...about, model: identity.name, purpose, ...reply })));
      } catch (error) {
        throw cacheError(error, file);
      }
    },
    close() {
      if (end !== undefined) closeSync(end);
      end = undefined;
    },
  };
}

/** Looks replies up in a file, which is left as it is and need not be there. */
export async function readKeptReplies(
  file: string | undefined,
  identity: ModelIdentity,
): Promise<KeptReplies> {
  return keptIn(await repliesIn(file), identity);
}

/**
 * The replies in a file. The first reply of a subject counts; those of this run do not, since their order is random.
 */
interface Replies {
  readonly byKey: Map<string, ModelReply>;
  readonly bySubject: Map<string, ModelReply>;
}

function keptIn({ byKey, bySubject }: Replies, identity: ModelIdentity): KeptReplies {
  const key = ({ purpose, system, prompt, maxTokens }: ModelRequest) => {
    const { name: model, url } = identity;
    return digestOf(JSON.stringify({ model, url, purpose, system, prompt, maxTokens }));
  };
  return {
    key,
    get: (request) => byKey.get(key(request)) ?? bySubject.get(subjectKey(request, identity) ?? ""),
  };
}

function subjectKey(
  { purpose, system, subject }: ModelRequest,
  { name: model, url }: ModelIdentity,
): string | undefined {
  if (subject === undefined) return undefined;
  return digestOf(JSON.stringify({ model, url, purpose, system, subject }));
}

async function repliesIn(file: string | undefined): Promise<Replies> {
  const replies: Replies = { byKey: new Map(), bySubject: new Map() };
  if (file === undefined) return replies;
  try {
    const stats = fileStatus(file);
    if (stats !== undefined && !stats.isFile() && !stats.isCharacterDevice())
      throw badOption("--model-cache", "a file", file);
    // A device may never end.
    if (stats?.isFile()) await readInto(replies, file);
    return replies;
  } catch (error) {
    throw cacheError(error, file);
  }
}

async function readInto({ byKey, bySubject }: Replies, file: string): Promise<void> {
  // Not strict: a line that was torn when a run was killed is no reason to stop.
  const lines = ndjson.parse({ strict: false });
  lines.end(readFileSync(file));
  for await (const line of lines) {
    const { key, subject } = line as Record<string, unknown>;
    const reply = replyIn(line as Record<string, unknown>);
    if (typeof key !== "string" || reply === undefined) continue;
    byKey.set(key, reply);
    if (typeof subject === "string" && !bySubject.has(subject)) bySubject.set(subject, reply);
  }
}

function replyIn(line: Readonly<Record<string, unknown>>): ModelReply | undefined {
  const { ok, text, reason, inputTokens, outputTokens } = line;
  if (ok === true && typeof text === "string")
    return {
      ok,
      text,
      ...tokensIn(inputTokens, outputTokens),
    };
  return ok === false && typeof reason === "string" ? { ok, reason } : undefined;
}

function cacheError(error: unknown, file: string): ElisionError {
  if (error instanceof ElisionError) return error;
  const { message } = ioError(error, file);
  return new ElisionError("io", `the model cache cannot be used: ${message}`, {
    file,
    cause: error,
    hint: "name another file with --model-cache, or leave it away: each reply is then paid for again",
  });
}

function isTorn(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function lineOf(value: object): string {
  const lines = ndjson.stringify();
  lines.end(value);
  return String(lines.read());
}
