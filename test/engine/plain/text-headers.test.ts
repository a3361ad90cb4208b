/** Headers of tools' answers in chats without tool calls: the kernel decides about them as formats do. */
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { PlainRows } from "../../../src/engine/plain/rows/plain-rows.ts";
import { runs } from "../../support/runs.ts";
import { agree } from "./paths-agree.ts";

const HEADERS = [
  ...["OBSERVATION:\n", "Observation: ", "<returncode>0</returncode>", "<tool_response>"],
  ...["EXECUTION RESULT of [bash]:", "Execution output of [bash]:\n"],
  ...["Exit code: 0\nExecution output of [bash]:", "Exit code: -1\nExecution output of [bash]:\n"],
  ...["New Terminal Output:\n", "Current Terminal Screen:\n", "Current terminal state:\n"],
  ...["Previous response had warnings:\n", "API output: "],
  ...["The output of the OS:", "The output of the OS is empty"],
  ...["Tool result: ", "tool results for x: ", "TOOL RESPONSE: ", "Tool output:\t"],
  "[observation masked — 80 chars]",
];

/** Texts that begin so, but for one character. */
const NO_HEADERS = [
  ...["Exit code: a\nExecution output of [bash]:", "Execution output of []:", "<tool_respond>"],
  ...["New Terminal Output: $", "Current terminal screen:\n", "Previous response had errors:\n"],
  ...["API output:5", "The output of the OS was:", "Tool_result: 5", "Tool resultx: 5"],
  ...[
    "Tool result\n: 5",
    `Tool result ${"x".repeat(81)}: 5`,
    "tool respons: 5",
    "New Terminal Output:",
  ],
];

/** A row of Harbor's, where each text of the user with a header is an answer. */
function rowOf(texts: readonly string[]): string {
  const said = texts.flatMap((text) => [
    { role: "assistant", content: "ls" },
    { role: "user", content: text },
  ]);
  const conversations = [{ role: "user", content: "Go." }, ...said];
  return `${JSON.stringify({ conversations, episode: "episode-0", trial_name: "t__1" })}\n`;
}

const LONG = "$ ls and some more words of what the terminal shows\n".repeat(8);

/** How many rows of some the kernel masks, which all are alike. */
function byKernel(rows: string): number {
  const report = vi.spyOn(PlainRows.prototype, "report");
  agree(Buffer.from(rows), { window: 1 });
  const counts = report.mock.calls.map(([{ batch }]) => batch.count);
  report.mockRestore();
  return counts.reduce((sum, count) => sum + count, 0);
}

it.each(HEADERS)("leaves no row to objects for %j", (header) => {
  const row = rowOf([`${header}${LONG}`, `${header}${LONG}`, header]);
  expect(byKernel(row.repeat(4))).toBe(3);
});

it.each(NO_HEADERS)("takes %j for what a user says", (text) => {
  const row = rowOf([`OBSERVATION: ${LONG}`, `${text}${LONG}`, "OBSERVATION: a"]);
  expect(byKernel(row.repeat(4))).toBe(3);
});

/** A row of SWE-agent's texts, as nebius' sets have them. */
function textsOf(...more: readonly object[]): string {
  const said = (role: string, text: string | null) => ({ role, text, system_prompt: null });
  const trajectory = [
    { role: "system", text: null, system_prompt: "You may run commands." },
    said("user", "Mend the fence."),
    ...Array.from({ length: 3 }, () => [said("ai", "```\nls\n```"), said("user", LONG)]).flat(),
    ...more,
  ];
  return `${JSON.stringify({ instance_id: "fence-1", trajectory })}\n`;
}

it("leaves no row of texts to objects, where the answers have no headers", () => {
  expect(byKernel(textsOf().repeat(4))).toBe(3);
});

it.each([
  { role: "ai", text: "So.", tool_calls: [{ id: "a", function: { name: "ls", arguments: "{}" } }] },
  { role: "user", text: null, system_prompt: "New Terminal Output:\n$ ls" },
  { role: "user", text: "OBSERVATION:\n$ ls", system_prompt: "Be short." },
  { role: "tool", text: "OBSERVATION:\n$ ls" },
  { role: "ai", text: "So.", content: "So it is." },
  { role: "user", text: [{ type: "text", text: "OBSERVATION:\n$ ls" }] },
])("agrees about a row of texts with %j", (message) => {
  agree(Buffer.from([textsOf(), textsOf(message), textsOf()].join("")), { window: 1 });
});

it("decides as formats do, whatever a text begins with", () => {
  const text = fc
    .tuple(
      fc.constantFrom(...HEADERS, ...NO_HEADERS),
      fc.nat(40),
      fc.constantFrom(..."a: \n\r\té_]s\\"),
    )
    .chain(([header, at, other]) =>
      fc.constantFrom(
        ...[
          header,
          header,
          header.slice(0, at),
          `${header.slice(0, at)}${other}${header.slice(at)}`,
        ],
        `${header.slice(0, at)}${other}${header.slice(at + 1)}`,
      ),
    );
  const row = fc
    .tuple(fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 6 }), fc.nat(60))
    .map(([texts, spelled]) => {
      const json = rowOf(texts.map(([head, isLong]) => `${head}${isLong ? LONG : ""}`));
      return spelled > 5 ? json : json.replaceAll(/[TOE]/g, spell);
    });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      const written = [rowOf([`OBSERVATION: ${LONG}`]), ...rows].join("");
      agree(Buffer.from(written), { window: 1 });
      const asChat = written.replaceAll(
        /"conversations"|,"episode":"episode-0","trial_name":"t__1"/g,
        (part) => (part.startsWith(",") ? "" : '"messages"'),
      );
      agree(Buffer.from(asChat), { window: 1 });
    }),
    { numRuns: runs(2000) },
  );
});

function spell(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
