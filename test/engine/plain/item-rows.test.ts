/** Rows that the kernel reads by their messages, like those of earlier rows, and the same as objects. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { Coverage } from "../../../src/engine/input/recognise/coverage.ts";
import { ItemLearner } from "../../../src/engine/plain/learned/item-learner.ts";
import { BUILT_IN, FORMAT_NAMES, type FormatName } from "../../../src/formats/index.ts";
import { formatRuns } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import { linesOf, oddLinesOf } from "./odd-lines.ts";
import { agree } from "./paths-agree.ts";

type Written = FormatName & keyof typeof WRITERS;

/** The formats that read each message by itself. */
const BY_ITEMS = BUILT_IN.all
  .filter(({ readItem }) => readItem !== undefined)
  .map(({ name }) => name as Written);

/** The key of the messages in a row, if the format's writer writes them in lines. */
const KEYS: { readonly [Name in Written]?: string } = { "openai-responses": "input" };

/** A conversation as one row; documents that are objects, and rows, are one already. */
function asRow(format: Written, lines: Buffer): string {
  const text = lines.toString().trim();
  if (WRITERS[format].layout === "rows") return text;
  const isDocument = WRITERS[format].layout === "document";
  if (isDocument && text.startsWith("{")) return text;
  const messages = isDocument ? text : `[${text.split("\n").join(",")}]`;
  return `{"id":"a row","${KEYS[format] ?? "messages"}":${messages},"score":1.5}`;
}

/** Rows that are alike, some odd ones, and more of the former. */
const rowsOf = (format: Written, odd: readonly Buffer[], like = linesOf(format)) => {
  const usual = asRow(format, like);
  const rows = [usual, usual, ...odd.flatMap((row) => [asRow(format, row), usual]), usual];
  return Buffer.from(`${rows.join("\n")}\n`);
};

const BY_CALLS = { placeholder: "{toolName} {callId} {call} {exit} {turn} omitted", minGain: 1 };

describe("rows that were learned by their messages", () => {
  it("are of most formats whose messages are items", () => {
    expect(BY_ITEMS).toEqual(
      expect.arrayContaining(["openai-responses", "gemini-contents", "bedrock", "langchain"]),
    );
  });

  it("are at the line of their first message, also where that is in no list of messages", () => {
    const name = new URL("../../../fixtures/tau2-bench/voice-simulation.json", import.meta.url);
    const { ticks, ...run } = JSON.parse(readFileSync(name, "utf8"));
    // The user has no tools, and so no conversation of their own.
    const own = ticks.map((tick: object) => ({
      ...tick,
      user_tool_calls: [],
      user_tool_results: [],
    }));
    const bytes = Buffer.from(JSON.stringify({ ...run, ticks: own }, null, 2));
    for (const _ of ["first", "like one that was learned"]) agree(bytes, { minGain: 1 });
  });

  it.each(BY_ITEMS)("are read like objects, whatever is odd in some of %s", (format) => {
    fc.assert(
      fc.property(fc.array(oddLinesOf(format), { minLength: 1, maxLength: 3 }), (odd) => {
        const bytes = rowsOf(format, odd);
        agree(bytes, { preserveRecentRawTurns: 1, minGain: 1 });
        agree(bytes, { ...BY_CALLS, preserveRecentRawTurns: 0, keepErrors: "none" });
        agree(bytes, { windowUnit: "messages", preserveRecentRawTurns: 2, keepTools: ["ls"] });
      }),
      formatRuns(200, FORMAT_NAMES.indexOf(format)),
    );
  });

  it("are learned once for tools of any name, of each call its own", () => {
    const learn = vi.spyOn(
      ItemLearner.prototype as unknown as { learnItem(): boolean },
      "learnItem",
    );
    const run = (names: readonly (readonly string[])[]) => {
      const messages = names.flatMap((called, k) => [
        {
          role: "assistant",
          content: null,
          tool_calls: called.map((name, n) => ({ id: `${k}_${n}`, name, arguments: { a: 1 } })),
        },
        ...called.map((name, n) => ({ role: "tool", id: `${k}_${n}`, content: name.repeat(40) })),
      ]);
      return JSON.stringify({ task_id: "1", termination_reason: "end", messages });
    };
    const usual = [
      ["ls"],
      ["cat", "cat"],
      ["sed", "ls"],
      ...Array.from("abcdefgh", (x) => [x, "ls"]),
    ];
    const few = run(usual);
    const rows = (...odd: readonly string[]) => Buffer.from([few, few, ...odd, few, ""].join("\n"));
    const options = { ...BY_CALLS, preserveRecentRawTurns: 0, keepTools: ["c*"] };
    agree(rows(), options);
    // A message with one call, one with two, and a result.
    expect(learn.mock.calls.length).toBe(3);
    learn.mockRestore();
    for (const name of ["", "é", 'a"b', "a\\b", "a b", "x".repeat(80), "x".repeat(81), "\ud800"])
      agree(rows(run([["ls", name], [name], ["cat", "ls"]])), options);
    const spelled = few.replaceAll('"ls"', '"l\\u0073"');
    for (const odd of [spelled, few.replaceAll('"ls"', "7"), few.replaceAll('"name":"ls",', "")])
      agree(rows(odd), options);
  });

  it.each(BY_ITEMS)("are read like objects as documents, on one line or on many: %s", (format) => {
    fc.assert(
      fc.property(oddLinesOf(format), fc.constantFrom(undefined, 1), (odd, indent) => {
        for (const lines of [linesOf(format), odd]) {
          const text = JSON.stringify(JSON.parse(asRow(format, lines)), undefined, indent);
          agree(Buffer.from(text), { preserveRecentRawTurns: 1, minGain: 1 });
          agree(Buffer.from(text), { ...BY_CALLS, preserveRecentRawTurns: 2, maxInputChars: 900 });
        }
      }),
      formatRuns(200, FORMAT_NAMES.indexOf(format)),
    );
  });

  it.each([
    ["without results", ["Thanks."]],
    ["in which tools may answer as the user", ["Observation: it is there", "Observation: no"]],
  ])("may be rows %s", (_, texts) => {
    const said = (role: string, text: string) => ({ role, parts: [{ text }] });
    const call = { functionCall: { name: "ls", args: {} } };
    const result = { functionResponse: { name: "ls", response: { output: "src ".repeat(90) } } };
    const full = [said("user", "Go."), { role: "model", parts: [call] }];
    const row = (contents: readonly object[]) => JSON.stringify({ contents });
    const bare = row(texts.flatMap((text) => [said("model", "So."), said("user", text)]));
    const usual = row([...full, { role: "user", parts: [result] }]);
    const rows = [usual, usual, bare, usual, bare, usual];
    agree(Buffer.from(`${rows.join("\n")}\n`), { preserveRecentRawTurns: 0 });
  });

  it("are not rows of several conversations", () => {
    const text = readFileSync("fixtures/tau2-bench/telecom.results.json", "utf8");
    const [first] = JSON.parse(text).simulations;
    const said = { role: "assistant", content: "So.", tool_calls: null, turn_idx: 1 };
    const result = { id: "a", role: "tool", content: "src ".repeat(30), requestor: "assistant" };
    const row = (...all: readonly (readonly object[])[]) => {
      const simulations = all.map((messages) => ({ ...first, messages }));
      return JSON.stringify({ ...JSON.parse(text), simulations });
    };
    const rows = [row([result, said], []), row([result, said], []), row([said], [said, said])];
    agree(Buffer.from(`${rows.join("\n")}\n`), { preserveRecentRawTurns: 0, minGain: 1 });
  });

  it("leave results in blocks of reasoning to their format", () => {
    const reasoning = { type: "reasoning", summary: [{ tool_result: "a result", text: "so" }] };
    const call = { type: "function_call", call_id: "a", name: "ls", arguments: "{}" };
    const result = { type: "function_call_output", call_id: "a", output: "x".repeat(200) };
    const rows = Array(4).fill(JSON.stringify({ input: [reasoning, call, result] }));
    agree(Buffer.from(rows.join("\n")), { preserveRecentRawTurns: 0 });
  });

  it.each(["bare-array", "v1", "v2"])(
    "count the copies of their results, and name tools that only the format knows: %s",
    (name) => {
      const run = JSON.parse(readFileSync(`fixtures/mini-swe-agent/${name}.traj.json`, "utf8"));
      const other = { ...run, info: {}, trajectory_format: "another" };
      for (const runs of [Array(5).fill(run), [run, run, other, run]]) {
        const rows = Buffer.from(runs.map((each) => JSON.stringify(each)).join("\n"));
        agree(rows, { ...BY_CALLS, preserveRecentRawTurns: 0 });
        agree(rows, { preserveRecentRawTurns: 1, onlyTools: ["bash"], minGain: 1 });
        agree(rows, { preserveRecentRawTurns: 0, minGain: 1, sideCopies: "mask" });
      }
    },
  );

  it("mask their copies if asked to", () => {
    const text = "src ".repeat(40);
    const messages = [
      { role: "user", content: "Go." },
      { role: "assistant", content: "So.", tool_calls: [{ id: "a", function: { name: "bash" } }] },
      {
        role: "tool",
        tool_call_id: "a",
        content: text,
        extra: { returncode: 0, raw_output: text },
      },
    ];
    const row = JSON.stringify({ trajectory_format: "mini-swe-agent-1.1", messages });
    agree(Buffer.from(`${row}\n${row}\n${row}\n`), {
      preserveRecentRawTurns: 0,
      sideCopies: "mask",
    });
  });

  it.each([
    ...(["bedrock", "gemini-contents", "langchain", "langchain-dict"] as const),
    ...(["langchain-flat", "openai-responses"] as const),
  ])("are not read again by their format: %s", (format) => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const lines = linesOf(format).toString().split("\n");
    // The outputs of shells are left to the reader, as are other results that are no text.
    const plain = Buffer.from(lines.filter((line) => !line.includes("shell_call")).join("\n"));
    agree(rowsOf(format, Array(20).fill(plain), plain), { preserveRecentRawTurns: 1 });
    expect(learn.mock.calls.length).toBeGreaterThan(0);
    expect(learn.mock.calls.length).toBeLessThan(10);
    learn.mockRestore();
  });

  it.each([
    ...["smolagents/result", "smolagents/succinct", "autogen/agent", "autogen/result"],
    ...["continue/session", "goose/recorded", "adk/snake-case", "amp/recorded"],
    "browser-use/agent_history",
  ])("are not read again by their format, with the prompts that they store: %s", (name) => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const row = JSON.stringify(JSON.parse(readFileSync(`fixtures/${name}.json`, "utf8")));
    const rows = Buffer.from(`${row}\n`.repeat(20));
    agree(rows, { preserveRecentRawTurns: 1 });
    expect(learn.mock.calls.length).toBeGreaterThan(0);
    expect(learn.mock.calls.length).toBeLessThan(10);
    learn.mockRestore();
    agree(rows, { ...BY_CALLS, preserveRecentRawTurns: 0, sideCopies: "mask" });
  });

  it("may have results that are JSON and speak of an output", () => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const row = (_: unknown, k: number) => {
      const text = `${k} its output and exit_code `.repeat(9);
      const output = JSON.stringify({ stdout: text, ok: true });
      const call = { type: "function_call", call_id: "c", name: "run", arguments: "{}" };
      const said = { type: "message", role: "user", content: "Go." };
      const input = [said, call, { type: "function_call_output", call_id: "c", output }];
      return JSON.stringify({ input });
    };
    const rows = Array.from({ length: 30 }, row);
    agree(Buffer.from(`${rows.join("\n")}\n`), { preserveRecentRawTurns: 0 });
    expect(learn.mock.calls.length).toBeLessThan(5);
    learn.mockRestore();
  });

  it("may have calls that are repeated for the sandbox, and for people", () => {
    const code = "print('src')\n".repeat(99);
    const call = { id: "c", function: { name: "run", arguments: JSON.stringify({ code }) } };
    const metadata = {
      ...{ function_name: "run", tool_call_id: "c" },
      model_response: { id: "r", choices: [{ message: { content: "", tool_calls: [call] } }] },
    };
    const said = { id: 1, source: "user", action: "message", args: { content: "Go." } };
    const made = {
      ...{ id: 2, source: "agent", action: "run_ipython", message: `Running ${code}` },
      ...{ args: { code, thought: "So." }, tool_call_metadata: metadata },
    };
    const answer = {
      ...{ id: 3, cause: 2, source: "agent", observation: "run_ipython", message: "Done." },
      ...{ content: "src ".repeat(90), extras: { code }, tool_call_metadata: metadata },
    };
    const row = JSON.stringify({ instance_id: "a", history: [said, made, answer], metrics: {} });
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    agree(Buffer.from(`${row}\n`.repeat(9)), { preserveRecentRawTurns: 0 });
    expect(learn.mock.results.filter(({ value }) => value !== undefined)).not.toEqual([]);
    learn.mockRestore();
  });

  describe("of formats with a table of words", () => {
    const text = "src ".repeat(40);
    const openai = (said: object, asked: unknown = "Go.") => [
      { role: "user", content: asked },
      {
        ...{ role: "assistant", content: "So.", ...said },
        tool_calls: [{ id: "a", function: { name: "ls", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: text },
    ];
    const anthropic = (blocks: readonly object[], content: unknown = text) => [
      { role: "user", content: "Go." },
      {
        role: "assistant",
        content: [...blocks, { type: "tool_use", id: "a", name: "ls", input: { path: "." } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content }] },
    ];
    /** A message without what the table does not describe. */
    const plainOf = ({ role, ...message }: { readonly role: string; readonly content: unknown }) =>
      role === "assistant" || !Array.isArray(message.content)
        ? { role, content: "So." }
        : { role, ...message };
    const searched = (content: unknown) => [
      { type: "server_tool_use", id: "s", name: "web_search", input: { query: "elision" } },
      { type: "web_search_tool_result", tool_use_id: "s", content },
    ];
    const found = { type: "web_search_result", url: "https://example.org/", title: "Found" };
    const said = { type: "text", text };
    const sealed = { type: "redacted_thinking", data: "QUFB" };
    const thought = { type: "thinking", thinking: "Hm.", signature: "c2ln" };
    const document = { filename: "a.pdf", file_data: "data:application/pdf;base64,QUFB" };

    it.each([
      ["reasoning as blocks alone", openai({ thinking_blocks: [thought] })],
      [
        "sealed reasoning",
        openai({ reasoning_details: [{ type: "reasoning.encrypted", data: "QUFB" }] }),
      ],
      [
        "files",
        openai({}, [
          { type: "file", file: document },
          { type: "text", text: "What is it?" },
        ]),
      ],
      ["sealed thoughts", anthropic([sealed])],
      ["results in several blocks as well", anthropic([sealed], [said, said])],
      ["results of the provider's tools", anthropic(searched([found]))],
      ["errors of the provider's tools", anthropic(searched({ error_code: "unavailable" }))],
      ["a placeholder among these", anthropic(searched("[observation masked \u2014 12 chars]"))],
    ])("are read by their messages where those have %s", (_, messages) => {
      const learn = vi.spyOn(ItemLearner.prototype, "read");
      const rows = Array.from({ length: 12 }, (_, id) => JSON.stringify({ id, messages }));
      const bytes = Buffer.from(`${rows.join("\n")}\n`);
      agree(bytes, { preserveRecentRawTurns: 0 });
      const columns = learn.mock.results.filter(({ value }) => value !== undefined);
      learn.mockRestore();
      expect(columns.length).toBeGreaterThan(8);
      agree(bytes, { ...BY_CALLS, preserveRecentRawTurns: 1, keepErrors: "none" });
      agree(bytes, { preserveRecentRawTurns: 0, maxInputChars: 120 });
      // Between rows that the table describes.
      const plain = JSON.stringify({ id: 0, messages: messages.map(plainOf) });
      const mixed = [plain, plain, ...rows.slice(0, 3).flatMap((row) => [row, plain])];
      agree(Buffer.from(mixed.join("\n")), { ...BY_CALLS, preserveRecentRawTurns: 0 });
    });

    it.each([
      ["tau-bench", (traj: readonly object[], task_id: number) => ({ task_id, reward: 1, traj })],
      ["huggingface", (trajectory: readonly object[], id: number) => ({ id, trajectory })],
    ])(
      "are read by their messages in data sets, unless tools may answer as users: %s",
      (_, row) => {
        const learn = vi.spyOn(ItemLearner.prototype, "read");
        const asked = [{ type: "file", file: document }, said];
        const odd = [openai({ thinking_blocks: [thought] }), openai({}, asked)];
        const rows = (all: readonly (readonly object[])[]) =>
          Buffer.from(all.map((messages, k) => JSON.stringify(row(messages, k))).join("\n"));
        agree(rows(Array(6).fill(odd).flat()), { preserveRecentRawTurns: 0 });
        const columns = learn.mock.results.filter(({ value }) => value !== undefined);
        learn.mockRestore();
        expect(columns.length).toBeGreaterThan(8);
        const system = { role: "system", content: `You act.\nAction:\n{"name": …}` };
        const action = { role: "assistant", content: 'So.\nAction:\n{"name": "ls"}' };
        const answers = [
          "API output: ",
          "OBSERVATION: ",
          "Old environment output: (9 lines omitted) ",
        ];
        const told = answers.map((head) => ({ role: "user", content: `${head}${text}` }));
        const { tool_calls: _calls, ...uncalled } = openai({})[1] as { tool_calls?: unknown };
        const legacy = { ...uncalled, function_call: { name: "ls", arguments: "{}" } };
        const result = { role: "tool", content: text };
        const others = [
          [system, { role: "user", content: asked }, action, ...told],
          ...told.map((each) => [...openai({ thinking_blocks: [thought] }), each]),
          [system, { role: "user", content: asked }, legacy, result, action, ...told],
          [{ role: "system", text: "You act.", content: asked }, ...openai({})],
          [{ role: "user", content: asked }, action, result, ...told],
        ];
        for (const options of [{ preserveRecentRawTurns: 0 }, { ...BY_CALLS, keepErrors: "none" }])
          agree(rows(others.flatMap((each) => [...odd, each])), options as typeof BY_CALLS);
      },
    );
  });

  it("are known to be conversations, as long documents on one line, without being read", () => {
    const judge = vi.spyOn(Coverage.prototype, "add");
    const call = { functionCall: { name: "ls", args: {} } };
    const result = { functionResponse: { name: "ls", response: { output: "src ".repeat(30) } } };
    const turn = [
      { role: "model", parts: [call] },
      { role: "user", parts: [result] },
    ];
    const document = (odd: readonly object[]) => {
      const contents = [
        { role: "user", parts: [{ text: "Go." }] },
        ...Array(200).fill(turn).flat(),
      ];
      return Buffer.from(JSON.stringify({ contents: [...contents, ...odd] }));
    };
    compactWith(document([]), { preserveRecentRawTurns: 1 });
    expect(judge).not.toHaveBeenCalled();
    judge.mockRestore();
    const unread = { role: "user", parts: [{ tool_result: "src ".repeat(30) }] };
    for (const odd of [[], [unread], Array(60).fill(unread), Array(900).fill(unread)])
      agree(document(odd), { preserveRecentRawTurns: 1 });
  });

  it("are of another format where a value tells it", () => {
    const row = JSON.parse(readFileSync("fixtures/amp/recorded.json", "utf8"));
    const rows = [row, { ...row, created: "" }, row].map((each) => JSON.stringify(each));
    agree(Buffer.from(`${rows.join("\n")}\n`), { preserveRecentRawTurns: 1 });
  });

  it("may be messages of Cline, unless one names another, or answers a call with an id in a text", () => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const areColumns = () => learn.mock.results.some(({ value }) => value !== undefined);
    const call = { type: "tool_use", id: "t", name: "read_file", input: { path: "a.ts" } };
    const result = { type: "tool_result", tool_use_id: "t", content: "src ".repeat(30) };
    const said = (role: string, ...content: readonly object[]) => ({ role, content, ts: 1 });
    const details = { type: "text", text: "<environment_details>\nnone\n</environment_details>" };
    const turn = [said("assistant", call), said("user", result, details)];
    const task = (odd: readonly object[]) => {
      const go = said("user", { type: "text", text: "<task>\nGo.\n</task>" });
      const all = Array(150)
        .fill([...turn, ...odd])
        .flat();
      return Buffer.from(JSON.stringify([go, ...all]));
    };
    agree(task([]), { preserveRecentRawTurns: 1 });
    expect(areColumns()).toBe(true);
    const header = { type: "text", text: "[read_file for 'a.ts'] Result:" };
    const replaced = { ...said("user", details), condenseParent: "c", condenseId: "d" };
    const operation = JSON.stringify({ query: "a", result: "src ".repeat(30), success: false });
    const text = { type: "text", text: "src ".repeat(30) };
    const asked = { type: "text", text: "<read_file>\n<path>a.ts</path>\n</read_file>" };
    const one = { type: "text", text: `${header.text}\n${text.text}` };
    const op = JSON.parse(operation);
    const quoted = JSON.stringify({ query: '"é"', result: '{"error":"é\n"} '.repeat(20) });
    const answer = (content: unknown) => [
      said("assistant", call),
      said("user", { ...result, content }),
    ];
    const policies = [
      { preserveRecentRawTurns: 1 },
      { ...BY_CALLS, keepErrors: "none" },
      { placeholder: "{chars} chars, {lines} lines, {exit}, {ref}", preserveRecentRawTurns: 0 },
      { preserveRecentRawTurns: 0, keepLarger: 150, errorSigns: "words", maxInputChars: 9000 },
    ] as const;
    for (const [odd, isLearned] of [
      [[said("assistant", call), said("user", header, text)], false],
      [[replaced], false],
      [[{ ...replaced, condenseParent: undefined }], true],
      [answer(operation), true],
      [answer(quoted), true],
      [answer([op]), true],
      [answer([op, op]), true],
      [answer([op, { ...op, result: [] }]), false],
      [[said("assistant", asked), said("user", header, text, details)], true],
      [[said("assistant", asked), said("user", one, header, details)], true],
      [[said("user", text), said("user", one, details)], true],
    ] as const) {
      const bytes = task(odd);
      learn.mockClear();
      const once = compactWith(bytes, policies[0]);
      expect(areColumns(), JSON.stringify(odd)).toBe(isLearned);
      agree(Buffer.from(once.bytes), policies[0]);
      for (const options of policies) agree(bytes, options);
    }
    learn.mockRestore();
  });

  it("may be events of OpenHands, unless one depends on others", () => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const text = "src\n".repeat(40);
    const event = (id: number, own: object) => ({ id, source: "agent", ...own });
    const call = (id: number, reply: number, command: string) => {
      const function_name = "execute_bash";
      const made = (of: number) => ({
        id: `t${of}`,
        function: { arguments: `{"c":"${command}"}` },
      });
      const message = { role: "assistant", tool_calls: [made(id + 7), made(id)] };
      const model_response = { id: `r${reply}`, choices: [{ message }] };
      const tool_call_metadata = { function_name, tool_call_id: `t${id}`, model_response };
      const args = { command, thought: "so", translated_ipython_code: text };
      return event(id, { action: "run", args, tool_call_metadata });
    };
    const answer = (id: number, cause: number, content = text) => {
      const extras = { metadata: { exit_code: 0 }, formatted_output_and_error: content };
      const about = { cause, observation: "run", content, extras, success: true };
      return event(id, { ...about, message: "it ran" });
    };
    const recalled = { recall_type: "workspace_context", repo_instructions: text };
    const start = [
      event(0, { action: "system", args: { content: "You act." } }),
      event(1, { source: "user", action: "message", args: { content: "Go." } }),
      event(2, { observation: "recall", extras: recalled, content: "Added" }),
    ];
    const run = (k: number) => [
      ...start,
      ...[call(10 + k, 1, "ls"), answer(30, 10 + k), call(31, 1, "pwd"), answer(32, 31)],
      ...[call(40, k, "cat"), answer(41, 40, `${k} ${text}`), answer(42, 7)],
      event(43, { action: "finish", args: { thought: "Done." } }),
    ];
    const rows = (all: readonly unknown[]) => {
      const written = all.map((history) => JSON.stringify({ instance_id: "a", history }));
      return Buffer.from(written.join("\n"));
    };
    const runs = rows(Array.from({ length: 20 }, (_, k) => run(k)));
    agree(runs, { preserveRecentRawTurns: 1 });
    expect(learn.mock.calls.length).toBeGreaterThan(0);
    expect(learn.mock.calls.length).toBeLessThan(9);
    learn.mockRestore();
    for (const windowUnit of ["messages", "events", "call-messages"] as const)
      agree(runs, { ...BY_CALLS, preserveRecentRawTurns: 2, windowUnit });
    agree(runs, { preserveRecentRawTurns: 0, sideCopies: "mask" });
    const causeless = { ...answer(50, 40), cause: null };
    const forgotten = { forgotten_events_start_id: 3, forgotten_events_end_id: 32 };
    const others = [
      event(50, { action: "condensation", args: forgotten }),
      event(50, { action: "delegate", args: { agent: "Browser" } }),
      { ...causeless, tool_call_metadata: { tool_call_id: "t40" } },
      [call(60, 6, "ls"), answer(61, 60)],
    ];
    for (const other of others)
      agree(rows([run(1), run(2), [...run(3), other, ...run(4).slice(3)], run(5)]), BY_CALLS);
  });

  it("may be trajectories of SWE-agent, unless a text calls, or more tells that they are", () => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const reply = (k: number) => ({
      ...{ role: "assistant", content: "so", action: `ls ${k}`, agent: "main" },
      tool_calls: [{ id: `c${k}`, function: { name: "bash", arguments: "{}" } }],
    });
    const result = (k: number) => ({
      ...{ role: "tool", content: [{ type: "text", text: "src\n".repeat(30 + k) }] },
      ...{ agent: "main", message_type: "observation", tool_call_ids: [`c${k}`] },
    });
    const task = { role: "user", content: "go", agent: "main", message_type: "observation" };
    const history = (k: number): object[] => [
      task,
      reply(k),
      result(k),
      reply(k + 1),
      result(k + 1),
    ];
    const run = (k: number) => ({ history: history(k), info: { exit_status: "submitted" } });
    const runs = Array.from({ length: 20 }, (_, k) => run(k));
    const rows = (all: readonly object[]) =>
      Buffer.from(all.map((each) => JSON.stringify(each)).join("\n"));
    agree(rows(runs), { ...BY_CALLS, preserveRecentRawTurns: 0 });
    expect(learn.mock.calls.length).toBeLessThan(6);
    learn.mockRestore();
    const { tool_calls: _, ...text } = reply(1);
    const inText = [task, text, { role: "user", content: "src\n".repeat(30), agent: "main" }];
    const fixed = { ...reply(1), is_demo: true };
    const bare = history(1).map((entry) => ({ ...entry, agent: 1, message_type: 1 }));
    const step = { action: "ls", observation: "src\n".repeat(31), query: history(1) };
    const others = [
      { ...run(1), history: inText },
      { ...run(1), history: [task, fixed, result(1), ...history(2)] },
      { ...run(1), history: [task, { ...result(1), tags: ["keep_output"] }, ...history(2)] },
      { ...run(1), history: bare },
      { ...run(1), history: [], attempts: [run(1), run(2)] },
      { trajectory: [step, step], ...run(1) },
    ];
    for (const other of others)
      for (const options of [
        { preserveRecentRawTurns: 0 },
        { ...BY_CALLS, sideCopies: "mask" } as const,
      ])
        agree(rows([run(1), run(2), other, run(3), other, run(4)]), options);
  });

  const LISTED = { files: ["a.ts", "é \u2014 b.ts"], total: 2, more: { size: 1.5e3 } };
  const OF_OBJECTS = {
    "gemini-contents": (result: unknown) => ({
      contents: [
        { role: "model", parts: [{ functionCall: { name: "ls", args: { path: "." } } }] },
        { role: "user", parts: [{ functionResponse: { name: "ls", response: result } }] },
      ],
    }),
    "vercel-model": (value: unknown) => {
      const about = { toolCallId: "c", toolName: "ls" };
      const output = { type: "json", value };
      return {
        messages: [
          { role: "assistant", content: [{ type: "tool-call", ...about, input: {} }] },
          { role: "tool", content: [{ type: "tool-result", ...about, output }] },
        ],
      };
    },
    bedrock: (json: unknown) => {
      const content = [{ json }];
      return {
        messages: [
          { role: "assistant", content: [{ toolUse: { toolUseId: "c", name: "ls", input: {} } }] },
          { role: "user", content: [{ toolResult: { toolUseId: "c", content } }] },
        ],
      };
    },
  };

  it.each(Object.entries(OF_OBJECTS))("may have results that are objects: %s", (_, row) => {
    const learn = vi.spyOn(ItemLearner.prototype, "read");
    const said = (k: number) => ({ ...LISTED, text: `line ${k}\n`.repeat(20) });
    const failed = { error: "Error: no such file", at: "x".repeat(200), exit_code: 1 };
    const all = [
      ...Array.from({ length: 20 }, (__, k) => said(k)),
      failed,
      [failed],
      { of: said(1) },
    ];
    const rows = Buffer.from(all.map((result) => JSON.stringify(row(result))).join("\n"));
    agree(rows, { preserveRecentRawTurns: 0 });
    expect(learn.mock.calls.length).toBeLessThan(8);
    learn.mockRestore();
    agree(rows, { ...BY_CALLS, placeholder: "{lines} lines, {exit}, {ref}", keepErrors: "none" });
    agree(rows, { preserveRecentRawTurns: 0, maxInputChars: 100, errorSigns: "words" });
    const once = compactWith(rows, { preserveRecentRawTurns: 0 });
    agree(Buffer.from(once.bytes), { preserveRecentRawTurns: 0 });
  });

  it("may have calls without ids before the first reply", () => {
    const content = "acacia-500g  chestnut-250g\n".repeat(9);
    const call = { function_name: "run", arguments: { duration: 0.1 } };
    const observation = { results: [{ content }] };
    const steps = [{ source: "user", tool_calls: [call], observation }];
    const row = JSON.stringify({ schema_version: "ATIF-v1.5", steps });
    const rows = Buffer.from(`${Array(30).fill(row).join("\n")}\n`);
    agree(rows, { ...BY_CALLS, preserveRecentRawTurns: 0 });
  });
});
