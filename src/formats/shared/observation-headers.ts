import { listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";

/** Whether a text is the placeholder of a tool's answer. */
export type MaskTest = (tree: Tree, text: Node) => boolean;

/** Whether a text begins like one of elision's default placeholders, or like a note of its passes. */
export const hasMaskHeader: MaskTest = (tree, text) =>
  tree.mayBeginWith(text, BRACKET) && begins(tree, text, MASK_HEADERS);

/** Whether the content of a user message is a tool's answer. */
export type AnswerTest = (tree: Tree, content: Node) => boolean;

/** A test for answers that have a header, or are placeholders. */
export function answerTest(isMask: MaskTest): AnswerTest {
  return (tree, content) =>
    hasObservationHeader(tree, content) || isMask(tree, firstText(tree, content));
}

/**
 * Whether a user message begins like a tool's answer: with a header of agents without tool calls, or with the
 * placeholder of such an answer. `content` is a string or blocks.
 */
function hasObservationHeader(tree: Tree, content: Node): boolean {
  const text = firstText(tree, content);
  if (text === NONE || !FIRST_CODES.some((code) => tree.mayBeginWith(text, code))) return false;
  return begins(tree, text, HEADERS);
}

function begins(tree: Tree, text: Node, headers: readonly RegExp[]): boolean {
  const head = tree.excerpt(text, HEAD);
  return headers.some((header) => header.test(head));
}

const MASK_HEADERS: readonly RegExp[] = [
  /^\[(?:(?:observation|dispatch output) masked — |old tool result: )/, // elision's default texts
  /^\[(?:same as (?:a|the) later result|earlier failed run|(?:\d\d%|all) of it stands in its call)/, // notes of its passes
  /^\[[^\n]{1,80} was (?:read again|edited) later/,
];

const HEADERS: readonly RegExp[] = [
  /^OBSERVATION:\s/i, // SWE-agent 1.x, SWE-smith; ReAct
  /^<returncode>-?\d+<\/returncode>/, // mini-swe-agent
  /^EXECUTION RESULT of \[[^\]\n]+\]:/, // OpenHands without tool calls
  /^(?:Exit code: -?\d+\n)?Execution output of \[[^\]\n]+\]:/, // R2E-Gym
  /^(?:New Terminal Output|Current Terminal Screen|Current terminal state):\n/, // Terminus
  /^Previous response had warnings:\n/, // Terminus
  /^<tool_response>/, // chat templates of Hermes, Qwen and others
  /^The output of the OS(?::| is empty)/, // AgentBench, AgentInstruct
  /^Tool (?:result|output|response)s?\b[^\n:]{0,80}:\s/i, // loops over a chat API without tool calls
  /^\[[a-z_]+(?: for '.*?')?\] Result:/s, // Cline without tool calls
  /^API output: /, // tau-bench with an agent without tool calls
  ...MASK_HEADERS,
  /^BEGIN_DISPATCH_RESULT/, // what elision leaves of a dispatch result, where that is all
  /^Old environment output: \(\d+ lines? omitted\)/, // SWE-agent
  /^(?:\[Old tool result content cleared\]|<MASKED>|<tool_output_masked>)/, // opencode and Claude Code, OpenHands, Gemini CLI
];

/** A block or a message with a result, or an array that begins with one. */
const PACKED_RESULT =
  /^\[?\s*\{\s*(["'])(?:type\1\s*:\s*\1tool[_-]result|role\1\s*:\s*\1(?:tool|function)|tool_use_id|toolResult|function_?[rR]esponse)\1/;

const [BRACE, BRACKET] = [0x7b, 0x5b];

/** Whether a text begins with a header that hardly anyone but an agent writes. */
export function hasResultHeader(tree: Tree, text: Node): boolean {
  if (!SURE_CODES.some((code) => tree.mayBeginWith(text, code))) return false;
  return begins(tree, text, SURE_HEADERS);
}

/** Whether a text is a result in the words of an API, as JSON or as Python shows it. */
export function isPackedResult(tree: Tree, text: Node): boolean {
  if (!tree.mayBeginWith(text, BRACE) && !tree.mayBeginWith(text, BRACKET)) return false;
  return PACKED_RESULT.test(tree.excerpt(text, HEAD));
}

const SURE_HEADERS: readonly RegExp[] = [
  /^(?:OBSERVATION|Observation):\n/,
  /^<returncode>-?\d+<\/returncode>/,
  /^EXECUTION RESULT of \[[^\]\n]+\]:/,
  /^(?:Exit code: -?\d+\n)?Execution output of \[[^\]\n]+\]:/,
  /^(?:New Terminal Output|Current Terminal Screen):\n/,
  /^<tool_response>/,
  /^\[[a-z_]+(?: for '.*?')?\] Result:/s,
  /^API output: /,
  /^The output of the OS(?::| is empty)/i,
  PACKED_RESULT,
];

/** The first characters of such texts. */
const SURE_CODES = [..."O<E[{NCATt"].map((character) => character.charCodeAt(0));

/** Whether a text begins like a result, as people's may too: it counts only if many in a conversation do. */
export function mayBeResult(tree: Tree, text: Node): boolean {
  if (!OTHER_CODES.some((code) => tree.mayBeginWith(text, code))) return false;
  return OTHER_HEADERS.test(tree.excerpt(text, HEAD));
}

const OTHER_HEADERS =
  /^(?:Observation(?: \d+)?:|Tool (?:result|output|response)s?\b[^\n:]{0,80}:)/i;

/** The first characters of these. */
const OTHER_CODES = [..."OoTt"].map((character) => character.charCodeAt(0));

const FIRST_CODES = [..."OoTt<E[BNCAP"].map((character) => character.charCodeAt(0));

/** Enough for a header that repeats a command. */
const HEAD = 1000;

/** The first text of a content: a string, or that of the first block with text. */
export function firstText(tree: Tree, content: Node): Node {
  if (tree.isString(content)) return content;
  for (const block of listOf(tree, content)) {
    const text = tree.get(block, "text");
    if (tree.isString(text)) return text;
  }
  return NONE;
}
