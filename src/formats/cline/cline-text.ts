import { getString, NONE, type Node, type Tree } from "../../json/tree/tree.ts";

/** The results in a message of Cline's text protocol: the tool's name by the index of the block. */
export type ClineAnswers = ReadonlyMap<number, string>;

/**
 * Which blocks of a message are tools' answers: the text after a text that is its header,
 * `[read_file for 'a.ts'] Result:`. Excludes the user's own words, as an answer or a refusal.
 */
export function answersIn(tree: Tree, message: Node): ClineAnswers {
  const content = tree.get(message, "content");
  if (!tree.isArray(content)) return NO_ANSWERS;
  let answers: Map<number, string> | undefined;
  let name: string | undefined;
  tree.items(content).forEach((block, at) => {
    const text = textOf(tree, block);
    const header = nameInHeader(tree, text);
    // A tool without an answer is followed by the header of the next one.
    if (name !== undefined && header === undefined && text !== NONE && !isRefusal(tree, text)) {
      answers ??= new Map();
      answers.set(at, name);
    }
    name = header;
  });
  return answers ?? NO_ANSWERS;
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
