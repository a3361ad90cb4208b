import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { roleOfAnthropic } from "../shared/anthropic-blocks.ts";
import type { MaskTest } from "../shared/observation-headers.ts";

/**
 * The results in a message of Cline's text protocol: the tool's name by the index of the block; "" if it was masked.
 */
export type ClineAnswers = ReadonlyMap<number, string>;

/**
 * Which blocks of a message are tools' answers: the text after a text that is its header,
 * `[read_file for 'a.ts'] Result:`, a text that begins with its header, or the placeholder of such a text. Excludes
 * the user's own words, as an answer or a refusal.
 */
export function answersIn(tree: Tree, message: Node, isMask: MaskTest): ClineAnswers {
  const content = tree.get(message, "content");
  if (roleOfAnthropic(tree, message) !== "user" || !tree.isArray(content)) return NO_ANSWERS;
  let answers: Map<number, string> | undefined;
  let name: string | undefined;
  tree.items(content).forEach((block, at) => {
    const text = textOf(tree, block);
    const header = nameInHeader(tree, text);
    // A tool without an answer is followed by the header of the next one.
    const isAfter = name !== undefined && header === undefined && text !== NONE;
    const own = isAfter && !isRefusal(tree, text) ? name : nameBefore(tree, text, isMask);
    if (own !== undefined) {
      answers ??= new Map();
      answers.set(at, own);
    }
    name = header;
  });
  return answers ?? NO_ANSWERS;
}

/** Whether a text begins with the header of a tool's answer, which it goes on with. */
export function hasAnswer(tree: Tree, text: Node): boolean {
  return headBefore(tree, text) !== undefined;
}

/** The start of an answer, after its header if it is in the same text. */
export function startOf(tree: Tree, text: Node, length: number): string {
  const head = headBefore(tree, text)?.[0] ?? "";
  return tree.excerpt(text, head.length + length).slice(head.length);
}

/** The name of the tool whose answer a text is, with its header; "" if the text is its placeholder. */
function nameBefore(tree: Tree, text: Node, isMask: MaskTest): string | undefined {
  if (text === NONE) return undefined;
  const [, name] = headBefore(tree, text) ?? [];
  if (name === undefined) return isMask(tree, text) ? "" : undefined;
  const isUsers = ASKING.has(name) || REFUSAL.test(startOf(tree, text, REFUSAL_CHARS));
  return isUsers ? undefined : name;
}

function headBefore(tree: Tree, text: Node): RegExpExecArray | undefined {
  if (text === NONE || !tree.mayBeginWith(text, OPEN_BRACKET)) return undefined;
  return HEAD_BEFORE.exec(tree.excerpt(text, MOST_OF_HEADER)) ?? undefined;
}

/** The header of an answer that follows in the same text; enough of a text for one with a long command. */
const HEAD_BEFORE = /^\[([a-z]\w*)(?: for '[\s\S]*?')?\] Result:\n/;
const MOST_OF_HEADER = 4000;

/**
 * The ids of the calls that answers are to, by the index of the block: Cline may answer calls with ids in texts, in
 * their order.
 */
export function callsOf(
  tree: Tree,
  reply: Node | undefined,
  answers: ClineAnswers,
): ReadonlyMap<number, string> {
  const calls = (reply === undefined ? [] : tree.items(tree.get(reply, "content")))
    .filter((block) => tree.is(tree.get(block, "type"), "tool_use"))
    .map((block) => ({ id: getText(tree, block, "id"), name: getText(tree, block, "name") }));
  const ids = new Map<number, string>();
  for (const [at, name] of answers) {
    const k = calls.findIndex((call) => name === "" || call.name === name);
    const [call] = k < 0 ? [] : calls.splice(k, 1);
    if (call?.id !== undefined) ids.set(at, call.id);
  }
  return ids;
}

/** For a message without tools' answers. */
export const NO_ANSWERS: ClineAnswers = new Map();

/** The text of a text block. */
export function textOf(tree: Tree, block: Node): Node {
  return tree.is(tree.get(block, "type"), "text") ? getString(tree, block, "text") : NONE;
}

/** Whether a text is the header of an answer, of a tool or of the user. */
export function isAnswerHeader(tree: Tree, text: Node): boolean {
  return anyNameInHeader(tree, text) !== undefined;
}

function nameInHeader(tree: Tree, text: Node): string | undefined {
  const name = anyNameInHeader(tree, text);
  return name === undefined || ASKING.has(name) ? undefined : name;
}

function anyNameInHeader(tree: Tree, text: Node): string | undefined {
  if (!tree.mayBeginWith(text, OPEN_BRACKET) || !tree.mayEndWith(text, COLON)) return undefined;
  if (!tree.excerpt(text, -END.length).endsWith(END)) return undefined;
  return HEADER.exec(tree.text(text))?.[1];
}

const OPEN_BRACKET = 0x5b;
const COLON = 0x3a;
const END = "] Result:";
/** The text after `for` can be a command of several lines. */
const HEADER = /^\[([a-z]\w*)(?: for [\s\S]*)?\] Result:$/;

/** Tools that ask the user, whose own words follow. */
const ASKING: ReadonlySet<string> = new Set([
  "ask_followup_question",
  "attempt_completion",
  "plan_mode_respond",
  "plan_mode_response",
  "act_mode_respond",
  "new_task",
  "condense",
]);

/** Whether a text says that the user refused, usually with the reason. */
function isRefusal(tree: Tree, text: Node): boolean {
  return tree.mayBeginWith(text, CAPITAL_T) && REFUSAL.test(tree.excerpt(text, REFUSAL_CHARS));
}

const CAPITAL_T = 0x54;
const REFUSAL = /^The user (?:denied|provided|has provided|rejected|approved)/;
const REFUSAL_CHARS = 40;
