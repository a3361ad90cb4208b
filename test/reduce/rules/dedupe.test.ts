/** Exact duplicates: the newest stays, and the note for the others is one that can be followed. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { textsAfter } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";
import { sessionMessages } from "../../support/sessions.ts";

const LONG = "It says the same each time. ".repeat(10);
const NOTE = `[same as the later result of look, ${LONG.length} chars]`;

const afterwards = (
  events: readonly PlainEvent[],
  options: ReduceOptions = {},
  about?: Parameters<typeof textsAfter>[2],
) => textsAfter(events, { observationMasking: false, dedupe: true, ...options }, about);

const same = (count: number) => Array.from({ length: count }, () => used("look", LONG)).flat();

describe("duplicates", () => {
  it("keep the newest, and say of the others where they are found", () => {
    expect(afterwards(same(3))).toEqual([NOTE, NOTE, LONG]);
  });

  it("are named by what the call of the next of them was about", () => {
    const first = used("read", LONG, { args: '{"path":"a.ts"}' });
    const second = used("read", LONG, { args: '{"path":"docs/\\nb.ts"}' });
    const note = `[same as the later result of read docs/ b.ts, ${LONG.length} chars]`;
    expect(afterwards([...first, ...second])).toEqual([note, LONG]);
  });

  it("are masked from the step at which the same comes again", () => {
    expect(afterwards(same(3), {}, { step: 1 })).toEqual([LONG]);
    expect(afterwards(same(3), {}, { step: 2 })).toEqual([NOTE, LONG]);
  });

  it("are of one tool, the same to the last character, and long enough to be worth it", () => {
    expect(afterwards([...used("look", LONG), ...used("watch", LONG)])).toEqual([LONG, LONG]);
    expect(afterwards([...used("look", LONG), ...used("look", `${LONG} `)])).toEqual([
      LONG,
      `${LONG} `,
    ]);
    const short = "x".repeat(199);
    expect(afterwards([...used("look", short), ...used("look", short)])).toEqual([short, short]);
  });

  it("stay where the window masks the newest: then it masks the others as well", () => {
    const masked = "[observation masked — 280 chars]";
    for (const window of [0, 1, 2, 3]) {
      const options = { observationMasking: true, preserveRecentRawTurns: window };
      const texts = afterwards(same(4), options);
      expect(texts).toEqual([
        ...Array(4 - window).fill(masked),
        ...Array(Math.max(0, window - 1)).fill(NOTE),
        ...(window > 0 ? [LONG] : []),
      ]);
    }
  });

  it("give no note that outlives what it points at, also where that one came late", () => {
    const [early, lateAnswer] = used("look", LONG, { id: "late" });
    const user: PlainEvent = { kind: "said", role: "user", text: "Go on." };
    const events = [early, user, ...used("look", LONG), lateAnswer] as readonly PlainEvent[];
    expect(afterwards(events)).toEqual([LONG, LONG]);
  });

  it("are kept by the guards of the window", () => {
    expect(afterwards(same(2), { keepTools: ["look"] })).toEqual([LONG, LONG]);
    const failing = [...used("look", LONG, { isError: true }), ...used("look", LONG)];
    expect(afterwards(failing, { keepErrors: "all" })).toEqual([LONG, LONG]);
  });

  it("are no placeholders, and no dispatch results", () => {
    const dispatch = `BEGIN_DISPATCH_RESULT${LONG}END_DISPATCH_RESULT and more`;
    const texts = [dispatch, dispatch];
    expect(afterwards(texts.flatMap((text) => used("look", text)))).toEqual(texts);
  });

  it("are none with an image, since its text is not all of it", () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
    const messages = sessionMessages(2).map((message) =>
      "tool_call_id" in message
        ? { ...message, content: [{ type: "text", text: LONG }, image] }
        : message,
    );
    const bytes = Buffer.from(JSON.stringify(messages));
    expect(compact(bytes, { dedupe: true }).file.isChanged).toBe(false);
  });
});

it("with a target the duplicates go first, and the window only if they are not enough", () => {
  const events = [...used("ask", "y".repeat(400)), ...same(3)];
  const size = events.reduce(
    (sum, e) => sum + ("text" in e ? e.text.length : e.kind === "call" ? e.name.length + 2 : 0),
    0,
  );
  const options = { observationMasking: true, preserveRecentRawTurns: 1 };
  const saved = LONG.length - NOTE.length;
  expect(afterwards(events, { ...options, target: size - saved, trigger: size - saved })).toEqual([
    "y".repeat(400),
    NOTE,
    LONG,
    LONG,
  ]);
  const both = afterwards(events, { ...options, target: size - 2 * saved, trigger: size - 1 });
  expect(both).toEqual(["y".repeat(400), NOTE, NOTE, LONG]);
  const more = afterwards(events, { ...options, target: size - 600, trigger: size - 1 });
  expect(more).toEqual(["[observation masked — 400 chars]", NOTE, NOTE, LONG]);
});

it("with a budget as well", () => {
  const events = [...used("ask", "y".repeat(400)), ...same(3)];
  const options = { observationMasking: true, preserveRecentRawTurns: 1 };
  expect(afterwards(events, { ...options, maxInputChars: 800 })).toEqual([
    "y".repeat(400),
    NOTE,
    NOTE,
    LONG,
  ]);
  expect(afterwards(events, { ...options, maxInputChars: 500 })[0]).toBe(
    "[observation masked — 400 chars]",
  );
});
