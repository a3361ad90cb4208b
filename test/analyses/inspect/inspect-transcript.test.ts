import { describe, expect, it } from "vitest";
import { answers, asks, inspectionOf } from "../../support/inspection.ts";
import { sessionMessages } from "../../support/sessions.ts";

const TASK = { role: "user", content: "Look around." };

describe("chars", () => {
  it("are counted by kind, and by the role of the message that they stand in", () => {
    const { chars, byRole, ...rest } = inspectionOf([
      { role: "system", content: "12345" },
      TASK,
      { role: "assistant", content: "said", reasoning_content: "hmm" },
      asks("read:c1"),
      answers("c1", "seen!!"),
    ]);
    expect(chars).toBe(5 + 12 + 4 + 3 + "read{}".length + 6);
    expect(rest).toMatchObject({
      textChars: 5 + 12 + 4,
      reasoningChars: 3,
      callChars: "read{}".length,
      observationChars: 6,
    });
    const none = { textChars: 0, reasoningChars: 0, callChars: 0, observationChars: 0 };
    expect(byRole).toEqual({
      system: { ...none, textChars: 5 },
      user: { ...none, textChars: 12 },
      assistant: { ...none, textChars: 4, reasoningChars: 3, callChars: 6 },
      tool: { ...none, observationChars: 6 },
    });
  });

  it("do not come from images, which are counted in bytes", () => {
    const url = { url: `data:image/png;base64,${"A".repeat(400)}` };
    const image = { type: "image_url", image_url: url };
    const content = [{ type: "text", text: "see" }, image];
    const { chars, images, imageBytes } = inspectionOf([{ role: "user", content }]);
    expect({ chars, images, imageBytes }).toEqual({
      chars: 3,
      images: 1,
      imageBytes: JSON.stringify(image).length,
    });
  });

  it("of dead text are counted apart", () => {
    const messages = [TASK, asks("read:c1"), answers("c1", "old"), TASK];
    const inspection = inspectionOf(messages, { firstLive: 3 });
    expect(inspection).toMatchObject({
      messages: 4,
      chars: 12,
      calls: 0,
      observations: 0,
      deadMessages: 3,
      deadChars: 12 + 6 + 3,
      tools: [],
      largest: [],
    });
  });
});

describe("tools", () => {
  it("come with what they were asked and answered, those with most chars first", () => {
    const { tools } = inspectionOf([
      asks("ls:c1", "read:c2"),
      answers("c1", "a b"),
      answers("c2", "x".repeat(50)),
      asks("ls:c3"),
      answers("c3", "a b c"),
    ]);
    expect(tools).toEqual([
      { tool: "read", calls: 1, callChars: 6, observations: 1, observationChars: 50 },
      { tool: "ls", calls: 2, callChars: 8, observations: 2, observationChars: 8 },
    ]);
  });

  it("that nobody names are unknown", () => {
    const { tools, largest } = inspectionOf([answers("nobody", "seen")]);
    expect(tools).toMatchObject([{ tool: "unknown", observations: 1 }]);
    expect(largest).toMatchObject([{ tool: "unknown" }]);
  });
});

describe("pairs", () => {
  it("are counted, and what stands alone", () => {
    const messages = [asks("ls:c1", "ls:c2"), answers("c2", "a"), answers("c9", "b")];
    expect(inspectionOf(messages)).toMatchObject({
      calls: 2,
      observations: 2,
      unansweredCalls: 1,
      orphanObservations: 1,
    });
  });
});

describe("repeats", () => {
  it("are observations with the whole text of an earlier one", () => {
    const messages = [
      asks("read:c1", "read:c2", "read:c3", "read:c4"),
      answers("c1", "the file"),
      answers("c2", "the file"),
      answers("c3", "the fish"),
      answers("c4", "the file"),
    ];
    expect(inspectionOf(messages)).toMatchObject({
      duplicateObservations: 2,
      duplicateChars: 16,
      maskedObservations: 0,
    });
  });

  it("are neither placeholders, which are counted apart, nor empty texts", () => {
    const placeholder = "[Old tool result content cleared]";
    const messages = ["c1", "c2", "c3", "c4"].flatMap((id, k) => [
      asks(`read:${id}`),
      answers(id, k < 2 ? placeholder : ""),
    ]);
    expect(inspectionOf(messages)).toMatchObject({
      duplicateObservations: 0,
      maskedObservations: 2,
      maskedObservationChars: 2 * placeholder.length,
    });
  });

  it("of dead text are none", () => {
    const twice = [asks("read:c1"), answers("c1", "same"), asks("read:c2"), answers("c2", "same")];
    expect(inspectionOf(twice).duplicateObservations).toBe(1);
    expect(inspectionOf(twice, { firstLive: 2 }).duplicateObservations).toBe(0);
  });
});

describe("windows", () => {
  it("hold exactly as many tool turns as they say", () => {
    const { windows, chars } = inspectionOf(sessionMessages(12, { chars: 100 }));
    const turn = "look{}".length + 100;
    expect(chars).toBe(12 + 12 * turn);
    expect(windows).toEqual([
      {
        window: 5,
        insideChars: 5 * turn,
        outsideChars: 12 + 7 * turn,
        outsideObservations: 7,
        outsideObservationChars: 700,
      },
      {
        window: 10,
        insideChars: 10 * turn,
        outsideChars: 12 + 2 * turn,
        outsideObservations: 2,
        outsideObservationChars: 200,
      },
      {
        window: 20,
        insideChars: chars,
        outsideChars: 0,
        outsideObservations: 0,
        outsideObservationChars: 0,
      },
    ]);
  });

  it("leave dead text out", () => {
    const messages = sessionMessages(12, { chars: 100 });
    const [five] = inspectionOf(messages, { firstLive: 11 }).windows;
    expect(five).toMatchObject({ outsideObservations: 2, outsideObservationChars: 200 });
    expect(five?.outsideChars).toBe(2 * 106);
  });
});

describe("the largest observations", () => {
  it("are ten, with their lines; of equals the earlier come first", () => {
    const sizes = [5, 30, 20, 30, 1, 2, 3, 4, 6, 7, 8, 9, 1];
    const messages = sizes.flatMap((size, k) => [
      asks(`read:c${k}`),
      answers(`c${k}`, "x".repeat(size)),
    ]);
    const { largest } = inspectionOf(messages);
    expect(largest.map(({ chars }) => chars)).toEqual([30, 30, 20, 9, 8, 7, 6, 5, 4, 3]);
    expect(largest.slice(0, 3).map(({ line }) => line)).toEqual([4, 8, 6]);
    expect(largest[0]).toEqual({ file: "run.jsonl", line: 4, tool: "read", chars: 30 });
  });
});

it("a transcript of nothing has nothing anywhere", () => {
  expect(inspectionOf([])).toMatchObject({ messages: 0, chars: 0, tools: [], largest: [] });
});
