/** Histories of browser-use: which text is a result, and what stays of it. */
import { expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { browserUse } from "../../src/formats/browser-use.ts";
import { foundIn } from "../support/found.ts";

const step = (result: object, about: object = {}) => ({
  model_output: { memory: "m", action: [{ click: { index: 1 } }], ...about },
  ...{ result: [result], state: { url: "https://a.example" }, metadata: null },
});
const partsOf = (result: object) =>
  foundIn(browserUse, { history: [step(result)] }).messages[1]?.parts;

it("keeps what the agent itself remembers of a result", () => {
  expect(partsOf({ extracted_content: "a page", long_term_memory: "read a page" })).toMatchObject([
    { kind: "observation", text: "a page", editable: true, isError: false },
    { kind: "text", text: "read a page" },
  ]);
});

it("has a memory of the same words as a copy", () => {
  const result = { extracted_content: "clicked", long_term_memory: "clicked" };
  const { messages, sides } = foundIn(browserUse, { history: [step(result)] });
  expect(messages[1]?.parts).toMatchObject([{ kind: "observation", text: "clicked" }]);
  expect(sides).toEqual(["clicked"]);
});

it("has an error as the result where nothing was extracted", () => {
  expect(partsOf({ error: "no such element" })).toMatchObject([
    { kind: "observation", text: "no such element", isError: true },
  ]);
});

it("leaves the answer of an agent that is done", () => {
  expect(partsOf({ is_done: true, extracted_content: "It is 7.99." })).toMatchObject([
    { kind: "observation", text: "It is 7.99.", editable: false },
  ]);
});

it("searches for no other result where one has no text", () => {
  const title = "A page whose title is as long as a sentence of a result may be";
  const steps = [step({ is_done: false }), step({ is_done: true, extracted_content: "7.99" })];
  const history = steps.map((each) => ({ ...each, state: { url: "https://a.example", title } }));
  const result = compact(Buffer.from(JSON.stringify({ history })), { preserveRecentRawTurns: 0 });
  expect(result.badLines).toEqual([]);
  expect(result.transcripts).toMatchObject([{ format: "browser-use", maskedCount: 0 }]);
});

it("reads the thoughts of earlier versions, and pairs results with actions in order", () => {
  const current_state = { evaluation_previous_goal: "e", memory: "m", next_goal: "n" };
  const action = [{ search_google: { query: "q" } }, { click: { index: 1 } }];
  const { model_output, ...rest } = step({ extracted_content: "found" }, { action, current_state });
  const bytes = Buffer.from(JSON.stringify({ history: [{ ...rest, model_output }] }));
  expect(inspect(bytes).transcripts).toMatchObject([
    { format: "browser-use", calls: 2, observations: 1, unansweredCalls: 1, orphanObservations: 0 },
  ]);
  const { messages } = foundIn(browserUse, JSON.parse(bytes.toString()));
  const [said] = messages;
  expect(said?.parts.map(({ text }) => text)).toEqual([
    "e",
    "m",
    "n",
    '{"query":"q"}',
    '{"index":1}',
  ]);
});
