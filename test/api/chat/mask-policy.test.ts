/** Seed 3, the policy for masking old tool results: its sections, and its minimum test plan (10). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskOldToolResults } from "../../../src/api/chat/mask-old-tool-results.ts";
import type { MaskPolicy } from "../../../src/reduce/pipeline/mask-policy.ts";
import { asOpenAi, conversations, type OpenAiMessage } from "../../support/conversations.ts";
import { maskNaivelyByPolicy, ORACLE_TEMPLATE } from "../../support/naive-mask-policy.ts";
import { runs } from "../../support/runs.ts";

interface Call {
  readonly id: string;
  readonly name?: string;
  readonly result?: unknown;
}

const LONG = "résultat ".repeat(40);
const user = { role: "user", content: "Go." };

/** A tool turn: the model's reply with calls, and what they gave. */
function turn(...calls: readonly Call[]): Record<string, unknown>[] {
  const made = calls.map(({ id, name = "read" }) => ({
    id,
    type: "function",
    function: { name, arguments: "{}" },
  }));
  const results = calls.map(({ id, result = LONG }) => ({
    role: "tool",
    tool_call_id: id,
    content: result,
  }));
  return [{ role: "assistant", content: null, tool_calls: made }, ...results];
}

const turns = (count: number) => Array.from({ length: count }, (_, k) => turn({ id: `c${k}` }));

function mask(messages: readonly object[], policy: MaskPolicy = {}) {
  return maskOldToolResults(messages as { role: string; content: unknown }[], policy);
}

/** The ids of the results that were masked. */
function maskedIds(messages: readonly object[], policy: MaskPolicy = {}): readonly unknown[] {
  const after = mask(messages, policy);
  return after.flatMap((message, k) =>
    message === messages[k] ? [] : [(message as { tool_call_id?: string }).tool_call_id],
  );
}

const results = (ids: readonly string[], about: Omit<Call, "id"> = {}) =>
  [user, ...ids.flatMap((id) => turn({ id, ...about }))] as readonly object[];

describe("invariants (3 and 10)", () => {
  const policies: fc.Arbitrary<MaskPolicy> = fc.record(
    {
      enabled: fc.boolean(),
      window_turns: fc.integer({ min: -1, max: 4 }),
      keep_errors: fc.boolean(),
      keep_last_k_per_tool: fc.option(fc.integer({ min: 0, max: 3 })),
      placeholder_template: fc.constantFrom("[masqué {tool_name}]", "résultat ancien"),
    },
    { requiredKeys: [] },
  );
  const inputs = conversations.map(asOpenAi);
  const check = (property: (before: OpenAiMessage[], after: readonly OpenAiMessage[]) => void) =>
    fc.assert(
      fc.property(inputs, policies, (before, policy) =>
        property(before, maskOldToolResults(before, policy)),
      ),
      { numRuns: runs(500) },
    );

  it("keep the number of messages, and their order", () => {
    check((before, after) => {
      expect(after.map(({ role }) => role)).toEqual(before.map(({ role }) => role));
    });
  });

  it("keep every tool_call_id", () => {
    const idOf = ({ tool_call_id }: OpenAiMessage) => tool_call_id;
    check((before, after) => {
      expect(after.map(idOf)).toEqual(before.map(idOf));
    });
  });

  it("keep every call of the assistant, and all else that is no result", () => {
    check((before, after) => {
      for (const [k, message] of before.entries())
        if (message.role !== "tool") expect(after[k]).toBe(message);
    });
  });

  it("change the content of a result only, on a copy, and to something shorter", () => {
    const copy = (messages: readonly OpenAiMessage[]) => JSON.stringify(messages);
    fc.assert(
      fc.property(inputs, policies, (before, policy) => {
        const text = copy(before);
        const after = maskOldToolResults(before, policy);
        expect(copy(before)).toBe(text);
        for (const [k, message] of before.entries()) {
          const now = after[k];
          expect({ ...now, content: message.content }).toEqual(message);
          if (now !== message)
            expect(now?.content?.length).toBeLessThan(message.content?.length ?? 0);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("mask nothing twice", () => {
    fc.assert(
      fc.property(inputs, policies, (before, policy) => {
        const once = maskOldToolResults(before, policy);
        expect(maskOldToolResults(once, policy)).toBe(once);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("the algorithm (9)", () => {
  const policies: fc.Arbitrary<MaskPolicy> = fc.record(
    {
      enabled: fc.boolean(),
      window_turns: fc.integer({ min: -1, max: 4 }),
      keep_errors: fc.boolean(),
      keep_last_k_per_tool: fc.option(fc.integer({ min: 0, max: 3 })),
    },
    { requiredKeys: [] },
  );

  /** Without what elision itself has masked by another template. */
  const inputs = conversations
    .map(asOpenAi)
    .map((messages) =>
      messages.map((message) =>
        message.content?.startsWith("[observation masked") ? { ...message, content: "" } : message,
      ),
    );

  it("is followed line by line, also where ids repeat", () => {
    fc.assert(
      fc.property(inputs, policies, (messages, policy) => {
        const own = { ...policy, placeholder_template: ORACLE_TEMPLATE };
        expect(maskOldToolResults(messages, own)).toEqual(maskNaivelyByPolicy(messages, own));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("the policy (4)", () => {
  const messages = [user, ...turns(10).flat()];

  it("gives the same list back when it is off, or has no window", () => {
    expect(mask(messages, { enabled: false })).toBe(messages);
    expect(mask(messages, { window_turns: 0 })).toBe(messages);
    expect(mask(messages, { window_turns: -3 })).toBe(messages);
  });

  it("has a window of 8 tool turns", () => {
    expect(maskedIds(messages)).toEqual(["c0", "c1"]);
  });

  it("says in French what was masked", () => {
    expect(mask(messages)[2]?.content).toBe(
      `[Observation masquée: résultat d’outil ancien (tool_call_id=c0, outil=read, chars=${LONG.length})]`,
    );
  });

  it("says inconnu where the tool has no name", () => {
    const unnamed = [user, ...turn({ id: "a", name: "" }), ...turn({ id: "b" })];
    expect(mask(unnamed, { window_turns: 1 })[2]?.content).toContain("outil=inconnu,");
  });

  it("never puts a placeholder that is not shorter", () => {
    const placeholder_template = "[résultat masqué]";
    const policy = { window_turns: 1, placeholder_template };
    const exact = results(["a", "b"], { result: "x".repeat(placeholder_template.length) });
    expect(mask(exact, policy)).toBe(exact);
    const longer = results(["a", "b"], {
      result: "x".repeat(Buffer.byteLength(placeholder_template) + 1),
    });
    expect(maskedIds(longer, policy)).toEqual(["a"]);
  });

  it.each([
    [{ window_turns: 1.5 }, "window_turns: expected a whole number (got 1.5)"],
    [{ keep_last_k_per_tool: -1 }, "keep_last_k_per_tool: expected a whole number, 0 or more"],
    [{ keep_errors: "yes" }, 'keep_errors: expected true or false (got "yes")'],
    [{ window: 3 }, "window: expected one of enabled, window_turns, keep_errors"],
    [
      { placeholder_template: "{turm} is masked" },
      "placeholder_template: expected only the fields",
    ],
  ])("that makes no sense is named: %j", (policy, message) => {
    expect(() => mask(messages, policy as MaskPolicy)).toThrow(message);
  });
});

describe("the window (2, 5.1 and 10)", () => {
  it("masks the results of older tool turns only", () => {
    const messages = [user, ...turns(5).flat()];
    expect(maskedIds(messages, { window_turns: 2 })).toEqual(["c0", "c1", "c2"]);
    expect(maskedIds(messages, { window_turns: 5 })).toEqual([]);
    expect(maskedIds(messages, { window_turns: 9 })).toEqual([]);
  });

  it("takes all results of parallel calls for one turn", () => {
    const messages = [
      user,
      ...turn({ id: "a1" }, { id: "a2" }),
      ...turn({ id: "b1" }, { id: "b2" }, { id: "b3" }),
    ];
    expect(maskedIds(messages, { window_turns: 1 })).toEqual(["a1", "a2"]);
  });

  it("takes two assistant messages in a row for two turns", () => {
    const [firstCall = {}, first = {}] = turn({ id: "a" });
    const [secondCall = {}, second = {}] = turn({ id: "b" });
    const messages = [user, firstCall, secondCall, first, second];
    expect(maskedIds(messages, { window_turns: 1 })).toEqual(["a"]);
  });

  it("does not count replies without calls", () => {
    const reply = { role: "assistant", content: "Done." };
    const messages = [user, ...turn({ id: "a" }), reply, user, reply, user];
    expect(mask(messages, { window_turns: 1 })).toBe(messages);
  });
});

describe("fallbacks (5.2 and 10)", () => {
  it("leave results alone that answer no call", () => {
    const orphan = { role: "tool", tool_call_id: "nobody", content: LONG };
    const messages = [user, orphan, ...turns(3).flat()];
    expect(maskedIds(messages, { window_turns: 1 })).toEqual(["c0", "c1"]);
  });

  it.each([
    [[{ type: "image", source: { type: "base64", data: "AAAA" } }]],
    [[{ type: "tool_result", content: LONG }, null, 7]],
    [{ said: LONG }],
    [7],
  ])("leave results alone whose content is no string: %j", (content) => {
    const messages = [user, ...turns(3).flat()];
    (messages[2] as Record<string, unknown>).content = content;
    expect(maskedIds(messages, { window_turns: 1 })).toEqual(["c1"]);
  });

  it.each([[undefined], [7], [""]])("leave results alone whose id is %j", (tool_call_id) => {
    const messages = [user, ...turn({ id: "" }), ...turns(2).flat()];
    (messages[2] as Record<string, unknown>).tool_call_id = tool_call_id;
    expect(maskedIds(messages, { window_turns: 1 })).toEqual(["c0"]);
  });

  it.each([[[{ type: "text", text: LONG }]], [null], [{ text: LONG }], [42]])(
    "leave contents alone that are no string: %j",
    (result) => {
      const messages = results(["a", "b"], { result });
      expect(mask(messages, { window_turns: 1 })).toBe(messages);
    },
  );
});

describe("errors (6 and 10)", () => {
  const errors = [
    "Traceback (most recent call last): ...",
    "java.io.IOException: closed",
    "log\nError: no",
    "Error at line 3",
    'text with "error" in it',
    "Read Timeout",
    "httpx connect_error",
    "Connection refused",
    '{"error": null}',
    '{"status": "error"}',
    '{"error": torn',
  ].map((text) => (text.endsWith("}") ? text.replace("}", `, "x": "${LONG}"}`) : text + LONG));

  it.each(errors)("stay: %.40s", (result) => {
    const messages = results(["a", "b"], { result });
    expect(mask(messages, { window_turns: 1 })).toBe(messages);
    expect(maskedIds(messages, { window_turns: 1, keep_errors: false })).toEqual(["a"]);
  });

  it.each(["no Errors found", "0 errors", "the status is error", '{"status": "ok"}', '["x"]'])(
    "are none: %s",
    (text) => {
      const messages = results(["a", "b"], { result: text + " ".repeat(300) });
      expect(maskedIds(messages, { window_turns: 1 })).toEqual(["a"]);
    },
  );
});

describe("the newest results of each tool (7)", () => {
  it("are counted over all results, those of the window included", () => {
    const messages = [
      user,
      ...turn({ id: "r1", name: "read" }),
      ...turn({ id: "b1", name: "bash" }),
      ...turn({ id: "r2", name: "read" }),
      ...turn({ id: "r3", name: "read" }),
    ];
    const policy = { window_turns: 1 };
    expect(maskedIds(messages, policy)).toEqual(["r1", "b1", "r2"]);
    expect(maskedIds(messages, { ...policy, keep_last_k_per_tool: 1 })).toEqual(["r1", "r2"]);
    expect(maskedIds(messages, { ...policy, keep_last_k_per_tool: 2 })).toEqual(["r1"]);
    expect(maskedIds(messages, { ...policy, keep_last_k_per_tool: 3 })).toEqual([]);
    expect(maskedIds(messages, { ...policy, keep_last_k_per_tool: null })).toHaveLength(3);
  });
});
