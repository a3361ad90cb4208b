import { remembered } from "../../base/remembered.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { Key, WORDS } from "../../json/tree/key.ts";
import type { Node } from "../../json/tree/tree.ts";

/**
 * The keys and words by which agents mark what a tool answered, in the formats that are known and in
 * others that name it alike (`tool_result`, `functionResponse`, `tool_returns`, `call_output`, …).
 */
export type SignKind =
  /** No sign. */
  | 0
  /** The value is a result, or the object with the key is one. */
  | 1
  /** The value is the id of a call: its object is a call or its result. */
  | 2
  /** The value says what the object is: see `isResultWord`. */
  | 3
  /** The value says who speaks: see `isResultWord` and `isToolRole`. */
  | 4;

export const NO_SIGN = 0;
export const RESULT = 1;
export const CALL_ID_SIGN = 2;
export const KIND_SIGN = 3;
export const ROLE_SIGN = 4;

/** Says what a key can be the sign of. */
export function signOf(tree: TapeTree, key: Node, word: number): SignKind {
  if (word === 0) return tree.chars(key) > LONGEST ? NO_SIGN : signOfText(tree.text(key));
  const known = BY_WORD[word];
  if (known !== undefined) return known;
  const sign = signOfText(WORDS[word] ?? "");
  BY_WORD[word] = sign;
  return sign;
}

/** Whether a word, given as the type or kind of an object, says that it is a result. */
export const isResultWord: (word: string) => boolean = remembered(
  (word) => RESULT_WORD.test(word) || OTHER_RESULT_WORDS.has(word),
  1024,
);

/** Whether a word, given as a role, says that a tool speaks. */
export function isToolRole(word: string): boolean {
  return TOOL_ROLES.has(word) || isResultWord(word);
}

/** Longest key or word that is looked at. */
export const LONGEST = 48;

const signOfText: (key: string) => SignKind = remembered((key): SignKind => {
  if (KINDS.has(key)) return KIND_SIGN;
  if (ROLES.has(key)) return ROLE_SIGN;
  if (RESULT_KEY.test(key) || OTHER_RESULT_KEYS.has(key)) return RESULT;
  return CALL_ID_KEY.test(key) ? CALL_ID_SIGN : NO_SIGN;
}, 1024);

/** By the number of a word. */
const BY_WORD: (SignKind | undefined)[] = [];

/** Keys that say what an object is. Every message has one: as `Key`s they are known by number. */
const KINDS: ReadonlySet<string> = new Set(
  ["type", "kind", "item_type", "part_kind", "event"].map((text) => new Key(text).text),
);

/** Keys that say who speaks. */
const ROLES: ReadonlySet<string> = new Set(["role", "from"].map((text) => new Key(text).text));

const RESULT_KEY =
  /^(?:tool|function|mcp)_?(?:call|use)?_?(?:result|response|output|return|answer)s?$/i;

const OTHER_RESULT_KEYS: ReadonlySet<string> = new Set([
  "observation", // ATIF, OpenHands, SWE-agent
  "aggregated_output", // codex exec --json
]);

const CALL_ID_KEY = /^(?:source_)?(?:tool_?call|tool_?use|function_?call|call)_?ids?$/i;

const RESULT_WORD =
  /(?:^|[^a-z])(?:tool|function|call|mcp)[._-]?(?:call|use)?[._-]?(?:result|response|output|return)(?![a-z])/i;

const OTHER_RESULT_WORDS: ReadonlySet<string> = new Set([
  "ObservationEvent", // OpenHands SDK
  "tool.execution_complete", // Copilot CLI
]);

const TOOL_ROLES: ReadonlySet<string> = new Set(["tool", "function", "observation", "ipython"]);
