import type { SignWords } from "../../json/tape/chat-table.ts";
import { Key } from "../../json/tree/key.ts";
import type { Format } from "../format.ts";
import { NO_SIGN, resultSigns, signOfKey, wordSaysResult } from "../unread/result-signs.ts";

/**
 * Keys of messages by which a format may be recognised, besides those that can be the sign of a result. Other keys tell
 * nothing, nor do objects under them without signs of results: such messages are told by the keys that are known.
 */
const TELLING_KEYS = [
  "attributes",
  "author",
  "contents",
  "data",
  "error",
  "function_call",
  "invocationId",
  "invocation_id",
  "is_template",
  "kwargs",
  "lc",
  "messageId",
  "models_usage",
  "observations",
  "pairId",
  "pairRole",
  "parts",
  "source",
  "step_number",
  "timing",
  "toolInvocations",
  "traceId",
  "trace_id",
  "ts",
].map((text) => new Key(text));

const TELLING = new Set(TELLING_KEYS.map(({ text }) => text));

/** The number of such keys among the signs for the kernel. */
const TELLS = 5;

/** The signs of results, and the keys that tell a format, as data for the kernel. */
export const SIGN_WORDS: SignWords = {
  get keys() {
    const others = TELLING_KEYS.filter(({ number }) => number === 0);
    return [...resultSigns().all, ...others.map(({ text }) => text)];
  },
  signOf: (key) => signOfKey(key) || (TELLING.has(key) ? TELLS : NO_SIGN),
  saysResult: wordSaysResult,
};

/** Whether a key of a message may tell its format. */
export function isTelling(key: string): boolean {
  return SIGN_WORDS.signOf(key) !== NO_SIGN;
}

/** The keys of messages that tell this format, and no other. */
export function tellingKeysOf(format: Pick<Format, "keys">): readonly string[] {
  return [...TELLING].filter((key) => !tellsOthers(key, format));
}

/** Whether a key of a message may tell another format than this one, by keys that are no signs of results. */
export function tellsOthers(key: string, { keys }: Pick<Format, "keys">): boolean {
  if (!TELLING.has(key)) return false;
  return !keys.some(({ all = [], any = [], messages = [] }) =>
    [...all, ...any, ...messages].includes(key),
  );
}
