import { remembered } from "../../base/remembered.ts";
import { KeyFilter } from "../../json/tape/key-filter.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { Key, WORDS } from "../../json/tree/key.ts";
import type { Node } from "../../json/tree/tree.ts";

/**
 * The keys and words by which agents mark tools' answers, in the known formats and in others with similar
 * names (`tool_result`, `functionResponse`, `tool_returns`, `call_output`, …).
 */
export type SignKind =
  /** No sign. */
  | 0
  /** The value is a result, or the object with the key is one. */
  | 1
  /** The value is the id of a call: its object is a call or its result. */
  | 2
  /** The value is the kind of the object: see `isResultWord`. */
  | 3
  /** The value is a role: see `isResultWord` and `isToolRole`. */
  | 4;

export const NO_SIGN = 0;
export const RESULT = 1;
export const CALL_ID_SIGN = 2;
export const KIND_SIGN = 3;
export const ROLE_SIGN = 4;

/** The sign that a key can be. */
export function signOf(tree: TapeTree, key: Node, word: number): SignKind {
  if (word === 0) return tree.chars(key) > LONGEST ? NO_SIGN : signOfText(tree.text(key));
  const known = BY_WORD[word];
  if (known !== undefined) return known;
  const sign = signOfText(WORDS[word] ?? "");
  BY_WORD[word] = sign;
  return sign;
}

/** Whether the value of a key for kinds or roles says that its object is a result. */
export function saysResult(tree: TapeTree, value: Node, sign: SignKind): boolean {
  const word = tree.word(value);
  const known = sign === KIND_SIGN ? KIND_BY_WORD : ROLE_BY_WORD;
  const says = known[word];
  if (says !== undefined) return says;
  if (tree.chars(value) > LONGEST) return false;
  const text = tree.text(value);
  const isResult = sign === KIND_SIGN ? isResultWord(text) : isToolRole(text);
  if (word !== 0) known[word] = isResult;
  return isResult;
}

/** Types of most records and blocks: as `Key`s they are compared by number. */
for (const text of [
  "agent_message",
  "assistant",
  "event_msg",
  "function_call",
  "message",
  "output_text",
  "reasoning",
  "response_item",
  "text",
  "token_count",
  "tool_result",
  "tool_use",
  "user",
])
  new Key(text);

/** Whether a word, given as the type or kind of an object, says that it is a result. */
const isResultWord: (word: string) => boolean = remembered((word) => {
  if (KNOWN_SIGN_WORDS.has(word)) return true;
  // V8 takes longer to compile the pattern than to rule out most words.
  const lower = word.toLowerCase();
  return RESULT_NAMES.some((name) => lower.includes(name)) && RESULT_WORD.test(word);
}, 1024);

/** Whether a word, given as a role, says that a tool speaks. */
function isToolRole(word: string): boolean {
  return TOOL_ROLES.has(word) || isResultWord(word);
}

/** The longest key or word to look up. */
const LONGEST = 48;

const signOfText: (key: string) => SignKind = remembered((key): SignKind => {
  if (KINDS.has(key)) return KIND_SIGN;
  if (ROLES.has(key)) return ROLE_SIGN;
  const lower = key.toLowerCase();
  if (isJoined(lower, RESULT_KEY_PARTS) || OTHER_RESULT_KEYS.has(lower)) return RESULT;
  return isJoined(lower, CALL_ID_PARTS) ? CALL_ID_SIGN : NO_SIGN;
}, 1024);

/** Whether a key can be the sign of a result. */
export function isResultSign(key: string): boolean {
  return signOfKey(key) !== NO_SIGN;
}

/** The sign that a key can be, by its text. */
export function signOfKey(key: string): SignKind {
  return key.length > LONGEST ? NO_SIGN : signOfText(key);
}

/** Whether a word under a key with such a sign says that its object is a result. */
export function wordSaysResult(word: string, sign: number): boolean {
  if (word.length > LONGEST) return false;
  return sign === KIND_SIGN ? isResultWord(word) : isToolRole(word);
}

/** By the number of a word. */
const BY_WORD: (SignKind | undefined)[] = [];
const KIND_BY_WORD: (boolean | undefined)[] = [];
const ROLE_BY_WORD: (boolean | undefined)[] = [];

/** Keys for the kind of an object. Every message has one: as `Key`s they are compared by number. */
const KINDS: ReadonlySet<string> = new Set(
  ["type", "kind", "item_type", "part_kind", "event"].map((text) => new Key(text).text),
);

/** Keys for roles. */
const ROLES: ReadonlySet<string> = new Set(["role", "from"].map((text) => new Key(text).text));

/** Lists of alternatives, to be concatenated. */
type KeyParts = readonly (readonly string[])[];

/** Keys of results in lower case: `tool_result`, `functioncallresponse`, `mcp_output`, … */
const RESULT_KEY_PARTS: KeyParts = [
  ["tool", "function", "mcp"],
  ["", "_"],
  ["", "call", "use"],
  ["", "_"],
  ["result", "response", "output", "return", "answer"],
  ["", "s"],
];

const OTHER_RESULT_KEYS: ReadonlySet<string> = new Set([
  "observation", // ATIF, OpenHands, SWE-agent
  "aggregated_output", // codex exec --json
]);

/** Keys of the ids of calls in lower case: `call_id`, `tooluseid`, `source_call_id`, … */
const CALL_ID_PARTS: KeyParts = [
  ["", "source_"],
  ["toolcall", "tool_call", "tooluse", "tool_use", "functioncall", "function_call", "call"],
  ["", "_"],
  ["id", "ids"],
];

/** Whether a word is, from an offset on, a concatenation of one alternative from each list. */
function isJoined(word: string, [alternatives, ...others]: KeyParts, at = 0): boolean {
  if (alternatives === undefined) return at === word.length;
  return alternatives.some(
    (each) => word.startsWith(each, at) && isJoined(word, others, at + each.length),
  );
}

let filter: KeyFilter | undefined;

/**
 * The keys that can be a sign. There are hundreds, so they are made only when a conversation needs the
 * search.
 */
export function resultSigns(): KeyFilter {
  filter ??= new KeyFilter([
    ...KINDS,
    ...ROLES,
    ...joined(RESULT_KEY_PARTS),
    ...OTHER_RESULT_KEYS,
    ...joined(CALL_ID_PARTS),
  ]);
  return filter;
}

/** Every concatenation of one alternative from each list. */
function joined(pieces: KeyParts): readonly string[] {
  return pieces.reduce<readonly string[]>(
    (heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)),
    [""],
  );
}

/** Every word that the pattern matches contains one of these, in lower case. */
const RESULT_NAMES = ["result", "response", "output", "return"];

const RESULT_WORD =
  /(?:^|[^a-z])(?:tool|function|call|mcp)[._-]?(?:call|use)?[._-]?(?:result|response|output|return)(?![a-z])/i;

/** Words that the pattern does not match, and the usual ones that it does. */
const KNOWN_SIGN_WORDS: ReadonlySet<string> = new Set([
  "tool_result",
  "function_call_output",
  "FunctionExecutionResultMessage", // AutoGen
  "ObservationEvent", // OpenHands SDK
  "ToolCallExecutionEvent", // AutoGen
  "tool.execution_complete", // Copilot CLI
]);

const TOOL_ROLES: ReadonlySet<string> = new Set(["tool", "function", "observation", "ipython"]);
