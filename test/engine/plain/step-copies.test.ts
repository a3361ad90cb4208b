/** Trajectories of SWE-agent, whose steps the kernel reads next to the history, and the same as objects. */
import { describe, expect, it, vi } from "vitest";
import { ItemLearner } from "../../../src/engine/plain/learned/item-learner.ts";
import { agree } from "./paths-agree.ts";

const SEEN = "total 24\n-rw-r--r-- 1 root root 812 main.py\n".repeat(5);

interface Turn {
  readonly action?: string;
  /** What the model sees; undefined if nothing was answered. */
  readonly seen?: unknown;
  /** The observation of the step; `SEEN` if it is left out. */
  readonly kept?: unknown;
  readonly step?: object;
  readonly entry?: object;
}

function runOf(turns: readonly Turn[], more: object = {}): object {
  const history: object[] = [
    { role: "system", content: "You act.", agent: "primary" },
    { role: "user", content: "Fix it.", agent: "primary" },
  ];
  const trajectory: object[] = [];
  for (const { action = "ls -la\n", kept = SEEN, step = {}, entry = {}, ...turn } of turns) {
    const content = `So.\n\`\`\`\n${action}\`\`\``;
    history.push({
      role: "assistant",
      content,
      thought: "So.",
      action,
      agent: "primary",
      ...entry,
    });
    const { seen = `OBSERVATION:\n${SEEN}` } = turn;
    if (!("seen" in turn) || turn.seen !== undefined)
      history.push({ role: "user", content: seen, agent: "primary" });
    trajectory.push({ action, observation: kept, response: content, state: "{}", ...step });
  }
  return { environment: "swe_main", trajectory, history, info: { exit_status: "done" }, ...more };
}

const USUAL = Array.from({ length: 9 }, () => ({}));

/** Compares both paths, for rows and for a document; whether the kernel read the last of the rows. */
function agreed(run: object, write: (run: object) => string = JSON.stringify): boolean {
  const usual = write(runOf(USUAL));
  const rows = Buffer.from(`${[usual, usual, usual, write(run)].join("\n")}\n`);
  const learn = vi.spyOn(ItemLearner.prototype, "read");
  agree(rows, { preserveRecentRawTurns: 1, minGain: 1 });
  const isRead = learn.mock.results.at(-1)?.value !== undefined;
  learn.mockRestore();
  const placeholder = "{toolName} {args} {turn} {lines} omitted";
  agree(rows, { preserveRecentRawTurns: 0, minGain: 1, placeholder, keepErrors: "none" });
  agree(rows, { preserveRecentRawTurns: 0, keepTools: ["ls"], sideCopies: "mask", minGain: 1 });
  agree(Buffer.from(write(run)), { preserveRecentRawTurns: 2, windowUnit: "messages" });
  return isRead;
}

const spelled = (run: object) =>
  JSON.stringify(run).replace(/[\u0080-\uffff/]/g, (unit) =>
    unit === "/" ? "\\/" : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

describe("the steps of a trajectory", () => {
  const other = "Traceback (most recent call last):\n".repeat(5);
  const wide = `${'é🙂/a\t"'.repeat(40)}`;

  it.each<[string, readonly Turn[]]>([
    ["as they were seen", USUAL],
    ["that were seen without a header", [{ seen: SEEN }, {}]],
    ["after a long header", [{ seen: `${"x".repeat(61)}${SEEN}` }, {}]],
    ["after one that is just short enough", [{ seen: `${"x".repeat(60)}${SEEN}` }, {}]],
    ["that are not what was seen", [{ kept: other }, { seen: other }, {}]],
    ["that are empty, or no text", [{ kept: "" }, { kept: null }, { kept: ["a"] }, {}]],
    ["of which some were not answered", [{ seen: undefined }, {}, { seen: undefined }, {}]],
    ["beyond ASCII", [{ seen: `OBSERVATION:\n${wide}`, kept: wide }, {}]],
    [
      "whose first characters end in half of one",
      [{ seen: "🙂".repeat(70), kept: `${"a🙂".repeat(50)}` }],
    ],
    ["in blocks", [{ seen: [{ type: "text", text: `OBSERVATION:\n${SEEN}` }] }, {}]],
    ["with prompts", [{ step: { query: [{ role: "user", content: other }] } }, {}]],
    ["with a long action", [{ step: { action: "x y ".repeat(400) } }, {}]],
    ["with a long thought", [{ entry: { thought: "x y ".repeat(400) } }, {}]],
  ])("are read %s", (_, turns) => {
    expect(agreed(runOf(turns))).toBe(true);
    expect(agreed(runOf(turns), spelled)).toBe(true);
  });

  it.each([
    ["fewer than replies", { trajectory: [{ observation: SEEN, action: "ls" }] }],
    ["none", { trajectory: [] }],
    [
      "next to a configuration",
      { replay_config: JSON.stringify({ a: [{ tool_result: "x ".repeat(600) }] }) },
    ],
  ])("may be %s", (_, more) => {
    expect(agreed(runOf(USUAL, more))).toBe(true);
  });

  it("belong to the first result of their reply that begins like them", () => {
    const result = (content: string) => ({ role: "tool", content, tool_call_ids: [] });
    const run = runOf(USUAL) as { readonly history: readonly object[] };
    const history = run.history.flatMap((entry, k) =>
      k === 4 ? [entry, result(other), result(SEEN), result(SEEN)] : [entry],
    );
    agreed({ ...run, history });
  });

  it("are not those of demonstrations", () => {
    const run = runOf(USUAL) as { readonly history: readonly object[] };
    const [system, ...more] = run.history;
    for (const count of [1, 4]) {
      const shown = more.slice(0, count).map((entry) => ({ ...entry, is_demo: true }));
      agreed({ ...run, history: [system, ...shown, ...more] });
    }
  });
});

it("are those of each attempt by itself", () => {
  const { history, ...more } = runOf(USUAL) as { readonly history: readonly object[] };
  const attempts = [runOf(USUAL), runOf([...USUAL, { kept: "no" }]), runOf([{}, {}])];
  const learn = vi.spyOn(ItemLearner.prototype, "read");
  for (const own of [{ history }, { history: [] }, {}])
    for (const all of [attempts, [], [{ history: [] }], [attempts[0], {}]]) {
      const options = { preserveRecentRawTurns: 1, minGain: 1 };
      for (const run of [
        { ...more, ...own, attempts: all },
        { attempts: all, ...more, ...own },
      ]) {
        agree(Buffer.from(JSON.stringify(run, null, 1)), options);
        agree(Buffer.from(`${JSON.stringify(run)}\n`.repeat(4)), options);
      }
    }
  expect(learn.mock.results.filter(({ value }) => value !== undefined).length).toBeGreaterThan(9);
  learn.mockRestore();
});

describe("the first word of an action", () => {
  it.each(["ls", "  \n\tls -la", "submit\n", "find_file", "", "x".repeat(300)])(
    "names the tool of what was seen next: %j",
    (action) => {
      agreed(runOf([{ action }, {}, { action, seen: undefined }, {}]));
    },
  );

  it.each(["écho x", "a\\b c", "\u00a0ls", "\\n ls", "\u000bls", " ".repeat(250)])(
    "is left to the format where the kernel does not know it: %j",
    (action) => {
      agreed(runOf([{ action }, {}]));
      agreed(runOf([{ action }, {}]), spelled);
    },
  );

  it("may be one of many", () => {
    agreed(runOf(Array.from({ length: 99 }, (_, k) => ({ action: `tool_${k} x` }))));
  });

  it("is no call's if it has others, or is no text", () => {
    const tool_calls = [{ id: "a", type: "function", function: { name: "ls", arguments: "{}" } }];
    agreed(runOf([{ entry: { tool_calls } }, {}, { entry: { action: null } }, {}]));
    agreed(runOf([{ entry: { role: "other" } }, {}, {}]));
  });
});
