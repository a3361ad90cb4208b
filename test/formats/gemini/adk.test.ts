/** Sessions of Google's ADK: which events the model is sent, and what in them is a result. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { inspect } from "../../../src/api/inspect.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

const event = (invocationId: string, timestamp: number, rest: Json): Json => ({
  ...{ invocationId, timestamp, author: "keeper", actions: {} },
  ...rest,
});
const content = (role: string, ...parts: Json[]) => ({ content: { role, parts } });
const call = (id: string, name = "count") =>
  content("model", { functionCall: { id, name, args: {} } });
const answer = (id: string, name = "count", response: Json = { result: LONG }) =>
  content("user", { functionResponse: { id, name, response } });
const pair = (invocation: string, time: number, id = invocation): Json[] => [
  event(invocation, time, call(id)),
  event(invocation, time + 1, answer(id)),
];

/** Which events hold a placeholder, and the account of each transcript. */
function run(events: readonly Json[], window = 0) {
  const session = { id: "s", appName: "sheds", userId: "u", state: {}, events };
  const bytes = Buffer.from(JSON.stringify(session));
  const result = compact(bytes, { preserveRecentRawTurns: window });
  const after = JSON.parse(Buffer.from(result.bytes).toString()) as { events: unknown[] };
  const masked = after.events.flatMap((each, k) =>
    JSON.stringify(each).includes("[observation masked") ? [k] : [],
  );
  return { masked, after, transcripts: result.transcripts };
}

describe("events that no longer reach the model", () => {
  it("are those that a rewind took back, itself among them", () => {
    const rewind = event("3", 9, { actions: { rewindBeforeInvocationId: "2" } });
    const events = [...pair("1", 1), ...pair("2", 3), rewind, ...pair("4", 10)];
    const { masked, transcripts } = run(events, 2);
    expect(masked).toEqual([3]);
    expect(transcripts).toMatchObject([{ maskedCount: 0, deadMaskedCount: 1 }]);
  });

  it("are not those before a rewind to an invocation that is not there", () => {
    const rewind = event("3", 9, { actions: { rewindBeforeInvocationId: "lost" } });
    expect(run([...pair("1", 1), ...pair("2", 3), rewind], 2).masked).toEqual([]);
  });

  it("are those in the time of a compaction, and summaries that another contains", () => {
    const compaction = (startTimestamp: number, endTimestamp: number) => ({
      startTimestamp,
      endTimestamp,
      compactedContent: { role: "model", parts: [{ text: `sums up until ${endTimestamp}` }] },
    });
    const events = [
      ...pair("1", 1),
      event("c1", 3, { actions: { compaction: compaction(1, 2) } }),
      ...pair("2", 4),
      event("c2", 6, { actions: { compaction: compaction(1, 5) } }),
      ...pair("3", 7),
    ];
    const { masked, transcripts } = run(events, 1);
    expect(masked).toEqual([1, 4]);
    expect(transcripts).toMatchObject([{ maskedCount: 0, deadMaskedCount: 2 }]);
  });

  it("are never dropped from: the report says why", () => {
    const rewind = event("3", 9, { actions: { rewindBeforeInvocationId: "2" } });
    const session = { appName: "a", events: [...pair("1", 1), ...pair("2", 3), rewind] };
    const bytes = Buffer.from(JSON.stringify(session));
    const { transcripts } = compact(bytes, { preserveRecentRawTurns: 1, maxInputChars: 10 });
    expect(transcripts).toMatchObject([{ droppedCount: 0, fits: false }]);
  });
});

it("another scope is a conversation of its own, with a window of its own", () => {
  const scoped = pair("2", 3).map((each) => ({ ...each, isolationScope: "call-7" }));
  const { masked, transcripts } = run([...pair("1", 1), ...scoped, ...pair("3", 5)], 1);
  expect(transcripts).toHaveLength(2);
  expect(masked).toEqual([1]);
});

it("what ADK asks of a person is neither counted nor masked", () => {
  const name = "adk_request_credential";
  const asked = [event("1", 1, call("x", name)), event("1", 2, answer("x", name))];
  const { masked, transcripts } = run([...asked, ...pair("1", 3)]);
  expect(masked).toEqual([3]);
  expect(transcripts).toMatchObject([{ messages: 2 }]);
});

it("an answer with several keys becomes an object, which the loader asks for", () => {
  const response = { status: "success", report: LONG, rows: [1, 2] };
  const events = [event("1", 1, call("x")), event("1", 2, answer("x", "count", response))];
  const [, after] = run(events).after.events as { content: { parts: Json[] } }[];
  expect(after?.content.parts[0]).toMatchObject({
    functionResponse: { response: { output: expect.stringContaining("masked") } },
  });
});

it("words of a live session count where there is no content", () => {
  const events = [
    event("1", 1, { author: "user", inputTranscription: { text: "how many?" } }),
    event("1", 2, { outputTranscription: { text: "fourteen" } }),
    ...pair("1", 3),
  ];
  const bytes = Buffer.from(JSON.stringify({ appName: "a", events }));
  const [{ byRole } = {}] = inspect(bytes).transcripts;
  expect(byRole?.user.textChars).toBe("how many?".length);
  expect(byRole?.assistant.textChars).toBe("fourteen".length);
});
