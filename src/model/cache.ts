import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import ndjson from "ndjson";
import { digestOf } from "../digest.ts";
import { ioError } from "../io/io-error.ts";
import type { Identity } from "./identity.ts";
import type { ModelReply, ModelRequest } from "./model.ts";

/** Replies that are kept, by what was asked. */
export interface KeptReplies {
  /** The SHA-256 of all that a reply depends on. */
  key(request: ModelRequest): string;
  get(key: string): ModelReply | undefined;
}

/** The same, added to as replies come, so that none is paid for twice. */
export interface Cache extends KeptReplies {
  put(key: string, request: ModelRequest, reply: ModelReply): void;
  close(): void;
}

/**
 * Opens a file of replies, a line of JSON each, that is added to as they come: a run that was killed
 * loses none. A torn last line is passed over. Without a file nothing is kept.
 */
export async function openCache(file: string | undefined, identity: Identity): Promise<Cache> {
  const replies = await repliesIn(file);
  let end: number | undefined;
  if (file !== undefined) {
    try {
      end = openSync(file, "a+", 0o600);
      if (isTorn(end)) writeSync(end, "\n");
    } catch (error) {
      throw ioError(error, file);
    }
  }
  return {
    ...keptIn(replies, identity),
    put(key, { purpose }, reply) {
      if (end === undefined) return;
      replies.set(key, reply);
      writeSync(end, lineOf({ key, model: identity.name, purpose, ...reply }));
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
  identity: Identity,
): Promise<KeptReplies> {
  return keptIn(await repliesIn(file), identity);
}

function keptIn(replies: ReadonlyMap<string, ModelReply>, { name, url }: Identity): KeptReplies {
  return {
    key: ({ purpose, system, prompt, maxTokens }) =>
      digestOf(JSON.stringify({ model: name, url, purpose, system, prompt, maxTokens })),
    get: (key) => replies.get(key),
  };
}

async function repliesIn(file: string | undefined): Promise<Map<string, ModelReply>> {
  const replies = new Map<string, ModelReply>();
  if (file === undefined) return replies;
  try {
    if (existsSync(file)) await readInto(replies, file);
    return replies;
  } catch (error) {
    throw ioError(error, file);
  }
}

async function readInto(replies: Map<string, ModelReply>, file: string): Promise<void> {
  // Not strict: a line that was torn when a run was killed is no reason to stop.
  const lines = ndjson.parse({ strict: false });
  lines.end(readFileSync(file));
  for await (const line of lines) {
    const { key, ok, text, reason, inputTokens, outputTokens } = line as Record<string, unknown>;
    if (typeof key !== "string") continue;
    if (ok === true && typeof text === "string")
      replies.set(key, {
        ok,
        text,
        ...(typeof inputTokens === "number" && { inputTokens }),
        ...(typeof outputTokens === "number" && { outputTokens }),
      });
    else if (ok === false && typeof reason === "string") replies.set(key, { ok, reason });
  }
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
