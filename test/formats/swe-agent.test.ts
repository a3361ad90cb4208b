import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { detected } from "../support/detected.ts";

interface Entry {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
  readonly is_demo?: boolean;
}

interface Run {
  readonly history: readonly Entry[];
  readonly trajectory: readonly {
    readonly observation: string;
    readonly query?: readonly Entry[];
  }[];
  readonly attempts?: readonly Run[];
}

const MASKED = /^\[observation masked — \d+ chars\](?: \(1 image omitted\))?$/;

function compacted(name: string, options: Parameters<typeof compact>[1] = {}) {
  const bytes = readFileSync(new URL(`../../fixtures/swe-agent/${name}`, import.meta.url));
  const result = compact(bytes, { preserveRecentRawTurns: 0, minGain: 1, ...options });
  return {
    before: JSON.parse(bytes.toString()) as Run,
    after: JSON.parse(Buffer.from(result.bytes).toString()) as Run,
    transcripts: result.transcripts,
  };
}

function maskedEntries({ history }: Run): number[] {
  return history.flatMap(({ content }, index) => {
    const text = typeof content === "string" ? content : content[0]?.text;
    return MASKED.test(text ?? "") ? [index] : [];
  });
}

describe("a trajectory of the text protocol", () => {
  it("has its observations in user messages after the assistant's, not in task or demonstration", () => {
    expect(maskedEntries(compacted("text-protocol.traj").after)).toEqual([4, 6, 8, 10]);
  });

  it("counts turns by the calls that stand in its texts", () => {
    const { after } = compacted("text-protocol.traj", { preserveRecentRawTurns: 2 });
    expect(maskedEntries(after)).toEqual([4, 6, 8]);
  });

  it("names tools by the first word of the action", () => {
    const placeholder = "[masked what {toolName} gave]";
    const { after } = compacted("text-protocol.traj", { placeholder });
    expect(after.history[4]?.content).toBe("[masked what ls gave]");
    expect(after.history[10]?.content).toBe("[masked what edit gave]");
  });
});

describe("the observation of a step", () => {
  const said = "total 24\n-rw-r--r-- 1 root root 812 main.py\n".repeat(5);
  const other = "Traceback (most recent call last):\n".repeat(5);

  function observations(...steps: string[]) {
    const run = {
      trajectory: steps.map((observation) => ({ action: "ls", observation, response: "" })),
      history: [
        { role: "system", content: "s", agent: "main" },
        { role: "user", content: "go", agent: "main" },
        { role: "assistant", content: "I look.", action: "ls", agent: "main" },
        { role: "user", content: `OBSERVATION:\n${said}\n(Open file: n/a)`, agent: "main" },
      ],
    };
    const options = { preserveRecentRawTurns: 0, sideCopies: "mask" } as const;
    const { bytes } = compact(Buffer.from(JSON.stringify(run)), options);
    return (JSON.parse(Buffer.from(bytes).toString()) as Run).trajectory.map(
      ({ observation }) => observation,
    );
  }

  it("is a copy of the one in the prompt, to which that added", () => {
    expect(observations(said)).toEqual([expect.stringMatching(MASKED)]);
  });

  it("stays where it says something else, or steps and replies do not align", () => {
    expect(observations(other)).toEqual([other]);
    expect(observations(said, other)).toEqual([said, other]);
  });
});

describe("a trajectory of function calling", () => {
  it("keeps demonstrations that are spread over several messages, and the task after them", () => {
    const { after } = compacted("function-calling.traj");
    expect(maskedEntries(after)).toEqual([6, 8, 10, 12]);
  });

  it("masks an observation with its picture, and keeps the block of text", () => {
    const { after } = compacted("function-calling.traj");
    expect(after.history[8]?.content).toEqual([
      { type: "text", text: expect.stringMatching(MASKED) },
    ]);
  });

  it("blanks the same text where a prompt or a step holds it, once it is asked to", () => {
    const kept = compacted("function-calling.traj");
    expect(kept.after.trajectory).toEqual(kept.before.trajectory);
    const { before, after } = compacted("function-calling.traj", { sideCopies: "mask" });
    expect(after.trajectory[0]?.observation).toMatch(MASKED);
    expect(maskedEntries({ ...after, history: after.trajectory[3]?.query ?? [] })).toEqual([
      6, 8, 10,
    ]);
    expect(after.trajectory[3]?.query?.[3]).toEqual(before.trajectory[3]?.query?.[3]);
  });
});

describe("retried runs", () => {
  it("are transcripts of their own beside the one that was chosen", () => {
    const { after, transcripts } = compacted("attempts.traj", { preserveRecentRawTurns: 1 });
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([1, 1, 1]);
    expect(after.attempts?.map(maskedEntries)).toEqual([[3], [3]]);
  });
});

describe("SWE-agent is found by", () => {
  const entry = { role: "user", content: "hi", agent: "main" };
  it.each([
    ["history and trajectory", { history: [{ role: "user", content: "" }], trajectory: [] }],
    ["history alone", { history: [entry] }],
    ["attempts alone", { attempts: [{ history: [entry] }] }],
  ])("%s", (_, record) => {
    expect(detected(record)).toBe("swe-agent");
  });

  it.each([
    ["OpenHands events", { history: [{ source: "user", action: "message" }], instance_id: "a" }],
    ["a history of plain messages", { history: [{ role: "user", content: "" }] }],
    ["a history that is empty", { history: [], trajectory: [] }],
  ])("but not by %s", (_, record) => {
    expect(detected(record)).not.toBe("swe-agent");
  });
});

describe("tags", () => {
  const LONG = "a line of what was observed, and one more\n".repeat(4);
  const observed = (k: number, tags?: readonly string[]) => [
    {
      role: "assistant",
      content: `look ${k}`,
      action: "ls",
      agent: "main",
      message_type: "action",
    },
    {
      role: "user",
      content: `${k} ${LONG}`,
      agent: "main",
      message_type: "observation",
      ...(tags && { tags }),
    },
  ];

  function masked(options: Parameters<typeof compact>[1], ...tags: (readonly string[])[]) {
    const history = [
      { role: "system", content: "help", agent: "main", message_type: "system_prompt" },
      { role: "user", content: "Fix it.", agent: "main", message_type: "observation" },
      ...tags.flatMap((each, k) => observed(k, each)),
    ];
    const bytes = Buffer.from(JSON.stringify({ history, trajectory: [] }));
    const after = JSON.parse(Buffer.from(compact(bytes, options).bytes).toString()) as Run;
    return after.history
      .slice(2)
      .filter(({ role }) => role === "user")
      .map(({ content }) => MASKED.test(String(content)));
  }

  it("keep an observation for good, or remove it even inside the window", () => {
    const options = { preserveRecentRawTurns: 1 };
    expect(masked(options, ["keep_output"], [], ["other"], ["remove_output"])).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it("remove what both are on, and what another rule keeps", () => {
    const options = { preserveRecentRawTurns: 5, keepFirst: 3 };
    const both = ["keep_output", "remove_output"];
    expect(masked(options, both, [], ["remove_output"])).toEqual([true, false, true]);
  });

  it("decide nothing where nothing is masked", () => {
    const options = { observationMasking: false };
    expect(masked(options, ["remove_output"], [])).toEqual([false, false]);
  });
});
