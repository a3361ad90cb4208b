import fc from "fast-check";
import { id, name, string, text } from "./odd-rows.ts";

/** One in many is odd. */
const seldom = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: odd });

const said = seldom(
  text.map((value) => JSON.stringify(value)),
  string,
);

/** A call and its result, as JSON; an odd id if it has one, and what is special of the result by its form. */
const call = fc.record({
  tool: seldom(fc.constantFrom('"read"', '"bash"', '"TodoWrite"', '"search"'), name),
  answer: said,
  oddId: seldom(fc.constant(""), id),
  form: fc.nat(60),
});

const turn = fc.oneof(
  { weight: 4, arbitrary: fc.array(call, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: said },
);

/** Calls of a turn, with ids of their own, and those whose result is not left out. */
interface Calls {
  readonly calls: readonly { id: string; tool: string; answer: string; form: number }[];
}

type WriteTurn = (turn: Calls) => readonly string[];

const asTools: WriteTurn = ({ calls }) => [
  `{"role":"assistant","content":null,${besides(calls)}"tool_calls":[${calls.map(
    ({ id: own, tool, answer, form }) =>
      `{"id":${own},${form === 10 ? '"index":0,' : ""}"type":"function","function":{"name":${tool},"arguments":${answer}}}`,
  )}]}`,
  ...calls.filter(isAnswered).map(({ id: own, tool, answer, form }) => {
    const content = form < 3 ? `[{"type":"text","text":${answer}}]` : answer;
    const more = form === 1 ? `"name":${tool},` : (MORE[form] ?? "");
    const called = form === 2 ? '"nobody"' : own;
    return `{"role":"tool",${more}"tool_call_id":${called},"content":${content}}`;
  }),
];

/** What a reply has besides, by the form of its first result. */
function besides([first]: Calls["calls"]): string {
  return FIELDS[first?.form ?? 0] ?? "";
}

/** Fields of APIs and logs that say nothing of a format. */
const FIELDS: Readonly<Record<number, string>> = {
  7: '"refusal":null,"annotations":[],"audio":null,',
  8: '"id":"msg_1","timestamp":"2026-01-01T00:00:00Z","reasoning_content":"so",',
  9: '"id":"msg_1","model":"m","usage":{"prompt_tokens":1,"details":{"kind":2}},',
  13: '"refusal":"no","created_at":1,"id":7,',
  14: '"turn_index":1,"phase":"plan","train":true,"tool_count":"2",',
  15: '"parts":"none","ts":5,"event":"said",',
};

/** What a message has next to what is read, by the form of its result. */
const MORE: Readonly<Record<number, string>> = {
  4: '"function_call":null,',
  5: '"extra":{"a":[1]},',
  6: '"extra":{"tool_output":"a text that was not read"},',
  ...FIELDS,
};

const asBlocks: WriteTurn = ({ calls }) => [
  `{"role":"assistant",${besides(calls)}"content":[${calls.map(
    ({ id: own, tool, answer }) =>
      `{"type":"tool_use","id":${own},"name":${tool},"input":{"path":${answer}}}`,
  )}]}`,
  `{"role":"user","content":[${calls.filter(isAnswered).map(({ id: own, answer, form }) => {
    const content = form < 5 ? `[{"type":"text","text":${answer}}]` : answer;
    const isError = form === 6 ? "true" : "false";
    return `{"type":"tool_result","tool_use_id":${own},"is_error":${isError},"content":${content}}`;
  })}]}`,
];

const asPairs: WriteTurn = ({ calls }) =>
  calls.flatMap(({ id: own, tool, answer, form }) => {
    const key = form === 4 ? "toolCallId" : "pairId";
    const made = `{"role":"assistant","content":"","name":${tool},"pairId":${own},"pairRole":"call"}`;
    const result = `{"role":"tool","${key}":${own},"pairRole":"result","content":${answer}}`;
    return form === 3 ? [made] : [made, result];
  });

/** What replies say, as JSON between quotes: most call the tool, or are followed by what begins as a result. */
const REPLIES: Readonly<Record<number, (name: string) => string>> = {
  4: (name) => `So.\\n\\n\`\`\`\\n${name} -la\\n\`\`\``,
  5: (name) => `\`\`\`bash\\n\`\`\`\\n\\n  ${name}\\n\`\`\`\\nso`,
  6: (name) => `\`\`\`\\n\\n \\t${name}\\\\ x\\n\`\`\` and \`\`\`\\n`,
  7: (name) => `\`\`\`\\r\\n${name}\\r\\n\`\`\``,
  8: () => "```\\nécho x\\n```",
  9: (name) => `\\u003cfunction=${name}>`,
  10: (name) => `<function=${name}> or <function=other-1.x> <function=>`,
  11: (name) => `\\\\<function=${name}> <function=a`,
  12: () => "So.",
  13: () => "So.",
  14: (name) => `\`\`\`\\n${name} \`\`\`\\n`,
};

const HEADERS: Readonly<Record<number, string>> = {
  1: "",
  2: "observation: ",
  4: "<returncode>-1</returncode>",
  5: "EXECUTION RESULT of [ls]:\\n",
  6: "[ls] Result:\\n",
  7: "OBSERVATION:",
  8: "API output: ",
  10: "<tool_response>\\n",
  11: "Execution output of [ls]:\\n",
  12: "",
  13: "New Terminal Output:\\n",
  14: "Exit code: 0\\nExecution output of [ls]:\\n",
};

const asReplies: WriteTurn = ({ calls }) =>
  calls.flatMap(({ tool, answer, form }) => {
    const name = tool.replaceAll('"', "");
    const said = REPLIES[form]?.(name) ?? `So.\\n<function=${name}>\\n</function>`;
    const text = `${HEADERS[form] ?? "OBSERVATION:\\n"}`;
    const content = answer.startsWith('"') ? `"${text}${answer.slice(1)}` : answer;
    const reply = `{"role":"assistant","content":"${said}"}`;
    const result = form === 9 ? `[{"type":"text","text":${content}}]` : content;
    return form === 3 ? [reply] : [reply, `{"role":"user","content":${result}}`];
  });

/** Calls without ids, in messages of their own. */
const asFunctions: WriteTurn = ({ calls }) =>
  calls.flatMap(({ tool, answer, form }) => {
    const call = `{"role":"assistant","content":null,"function_call":{"name":${tool},"arguments":${answer}}}`;
    const named = form === 4 ? "" : `"name":${form === 5 ? '"other"' : tool},`;
    const result = `{"role":"function",${named}"content":${answer}}`;
    if (form === 3) return [call];
    return form === 6 ? [call, call, result, result] : [call, result];
  });

const asHuman = (text: string) => `{"from":"human","value":${text}}`;

const asTurns: WriteTurn = ({ calls }) =>
  calls.flatMap(({ tool, answer, form }) => {
    const name = JSON.stringify(tool).slice(1, -1);
    const args = form === 4 ? " " : '{\\"path\\": \\"a\\"}';
    const value = form === 5 ? "{}" : `{\\"name\\": ${name}, \\"arguments\\": ${args}}`;
    const from = form === 6 ? "function_response" : form > 20 ? "tool" : "observation";
    const result = `{"from":"${from}","value":${answer}}`;
    const call =
      form % 4 === 1
        ? `{"from":"gpt","value":"I call ${name.replaceAll("\\", "").replaceAll('"', "")}."}`
        : `{"from":"function_call","value":"${value}"}`;
    return form === 3 ? [call] : [call, result];
  });

const isAnswered = ({ form }: { readonly form: number }) => form !== 3;

/** How rows of a format are written: their turns, what a user says, and the messages with what is before them. */
interface RowForm {
  readonly write: WriteTurn;
  readonly say?: (text: string) => string;
  readonly row?: (before: string, messages: string) => string;
}

const asUser = (text: string) => `{"role":"user","content":${text}}`;

const underMessages = (before: string, messages: string) => `{${before}"messages":[${messages}]}`;

function rowOf({ write, say = asUser, row = underMessages }: RowForm) {
  return fc
    .tuple(
      messagesOf(write, say),
      fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom("", '"id":7,', '"id":"x","tools":[],') },
        { weight: 8, arbitrary: fc.constantFrom(...NEXT_TO_MESSAGES) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('"id":{},', '"trajectory":"[{\\"a\\"",', '"i\\u0064":7,'),
        },
      ),
    )
    .map(([messages, before]) => row(before, [say('"Go."'), ...messages].join(",")))
    .chain(inAnyStyle);
}

/** Columns of a set, which may hold what looks like a result. */
const NEXT_TO_MESSAGES = [
  '"tags":["a"],"about":{"a":[{"b":null}],"c":{}},',
  '"tags":["b"],"about":{"type":"function","role":"user","id":{"kind":3}},',
  '"tags":["b"],"about":{"type":"tool_result","content":"a text that was not read"},',
  '"tags":[{"role":"tool","content":"a text that was not read"}],"about":{},',
  '"tags":[{"ro\\u006ce":"tool","content":"a text that was not read"}],"about":{},',
  '"tags":[],"about":{"Tool_Output":"a text that was not read"},',
  '"tags":[],"about":{"call_id":"a text that was not read"},',
  '"instance_id":"a",',
  '"instance_id":"a","tags":[],',
  '"info":{"exit_status":"done"},',
  '"info":{"mini_version":"1.9"},',
];

const GO = asUser('"Go."');

function messagesOf(write: WriteTurn, say = asUser) {
  return fc.array(turn, { minLength: 1, maxLength: 8 }).map((turns) =>
    turns.flatMap((each, t) => {
      if (typeof each === "string") return [say(each)];
      return write({
        calls: each.map(({ oddId, ...about }, k) => ({
          ...about,
          id: oddId || `"call_${t}_${k}"`,
        })),
      });
    }),
  );
}

/** With what is beyond ASCII as it is, or spelled. */
const inAnyStyle = (json: string) =>
  fc.boolean().map((isAscii) => (isAscii ? json.replace(/[\u0080-\uffff]/g, spelled) : json));

const spelled = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

const FIRST = ['"tags":[],"about":{},', '"instance_id":"b",', '"info":{"exit_status":"so"},'];

/** A turn that any row may begin with, so that others like it are known. */
const PLAIN = { calls: [{ id: '"a"', tool: '"ls"', answer: '"src"', form: 30 }] };

const ofInstance = (before: string, messages: string) =>
  `{${before}"traj_id":"b","messages":[${messages}]}`;

const underTrajectory = (before: string, messages: string) =>
  `{${before}"trajectory":[${messages}]}`;

const underConversations = (before: string, messages: string) =>
  `{${before}"system":"Be brief.","conversations":[${messages}]}`;

function likeRows(form: RowForm): fc.Arbitrary<Buffer> {
  const { write, row = underMessages } = form;
  const first = ["", '"id":1,', '"id":1,"tools":[],', ...FIRST].map((before) =>
    row(before, write(PLAIN).join(",")),
  );
  return fc
    .tuple(
      fc.array(rowOf(form), { minLength: 1, maxLength: 6 }),
      fc.constantFrom("\n", "\n", "\r\n", "\n\n"),
    )
    .map(([rows, end]) => Buffer.from([...first, ...rows].map((each) => `${each}${end}`).join("")));
}

/** Rows of each format that are like each other, but for a few. */
export const LIKE_ROWS = [
  { of: "calls", rows: likeRows({ write: asTools }) },
  { of: "functions", rows: likeRows({ write: asFunctions }) },
  { of: "blocks", rows: likeRows({ write: asBlocks }) },
  { of: "pairs", rows: likeRows({ write: asPairs }) },
  { of: "replies", rows: likeRows({ write: asReplies, row: ofInstance }) },
  { of: "trajectories", rows: likeRows({ write: asTools, row: underTrajectory }) },
  { of: "replies in trajectories", rows: likeRows({ write: asReplies, row: underTrajectory }) },
  { of: "turns", rows: likeRows({ write: asTurns, say: asHuman, row: underConversations }) },
];

const inBody = (before: string, messages: string) =>
  `{"custom_id":"a",${before}"body":{"model":"m","messages":[${messages}]}}`;

const inRequest = (before: string, messages: string) =>
  `{"request":{${before}"messages":[${messages}]},"response":{"choices":[{"message":{"role":"assistant","content":"So."}}]}}`;

const underConversation = (before: string, messages: string) =>
  `{${before}"conversation":[${messages}]}`;

const inPairs = (before: string, messages: string) =>
  `{${before}"chosen":[${messages}],"about":{"rejected":[${messages}]}}`;

const inText = (before: string, messages: string) =>
  `{"repo":"a",${before}"messages":${JSON.stringify(`[${messages}]`)}}`;

/** Rows that are masked one by one: bare arrays, and conversations in records of another make or in strings. */
export const OTHER_ROWS = [
  { of: "bare arrays", rows: likeRows({ write: asTools, row: (_, messages) => `[${messages}]` }) },
  { of: "batch files", rows: likeRows({ write: asTools, row: inBody }) },
  { of: "batch files with blocks", rows: likeRows({ write: asBlocks, row: inBody }) },
  { of: "logs of requests", rows: likeRows({ write: asTools, row: inRequest }) },
  { of: "sets of conversations", rows: likeRows({ write: asTools, row: underConversation }) },
  { of: "pairs of conversations", rows: likeRows({ write: asTools, row: inPairs }) },
  { of: "JSON in strings", rows: likeRows({ write: asTools, row: inText }) },
  { of: "replies in JSON in strings", rows: likeRows({ write: asReplies, row: inText }) },
];

/** Not all of them are messages in each format. */
const LINES_THAT_SAY_NOTHING = [
  '{"role":"user"}',
  '{"role":"assistant","tool_calls":null}',
  '{"role":"assistant","content":null}',
  '{"role":"user","content":[]}',
];

/** Lines after so many that it is known what they are: like each other, but for a few. */
function likeLinesOf(write: WriteTurn, known: readonly string[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      fc.array(
        fc.tuple(messagesOf(write), fc.constantFrom("", "", "", ...LINES_THAT_SAY_NOTHING)),
        { minLength: 1, maxLength: 4 },
      ),
      fc.constantFrom("\n", "\n", "\r\n", "\n\n"),
      fc.boolean(),
    )
    .map(([some, end, isAscii]) => {
      const first = Array.from({ length: 32 }, () => [GO, '{"role":"assistant","content":"So."}']);
      const lines = [...known, ...first.flat(), ...some.flat(2)].map((line, k) =>
        isAscii || k % 3 === 0 ? line.replace(/[\u0080-\uffff]/g, spelled) : line,
      );
      return Buffer.from(lines.map((line) => `${line}${end}`).join(""));
    });
}

/** Lines of chat completions. */
export const likeLines: fc.Arbitrary<Buffer> = likeLinesOf(asTools, []);

/** The same of the other formats with a table of words. */
export const LIKE_LINES = [
  { of: "calls", lines: likeLines },
  { of: "blocks", lines: likeLinesOf(asBlocks, asBlocks(PLAIN)) },
  { of: "pairs", lines: likeLinesOf(asPairs, asPairs(PLAIN)) },
];
