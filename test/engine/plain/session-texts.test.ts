/** The numbers of a session's texts, which the kernel gives as long as it has room. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { SessionTexts } from "../../../src/engine/plain/sessions/session-texts.ts";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import { IdBytes } from "../../../src/transcript/model/id.ts";
import { runs } from "../../support/runs.ts";

const kernel = new Kernel({ windowBytes: 1 << 16, tapeTokens: 1 << 12, mostIds: 900_000 });

it("gives each text a number of its own, and the text back", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
    fc
      .tuple(fc.uuid(), fc.nat(35), fc.constantFrom("g", "-", "@", "`", "/", ":"))
      .map(([id, k, odd]) => id.slice(0, k) + odd + id.slice(k + 1)),
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.constantFrom("", "x".repeat(84), "x".repeat(85), "x".repeat(86), "\ud800", "é".repeat(60)),
  );
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 60 }), (list) => {
      const numbers = new SessionTexts(kernel.sessions.words);
      const known = new Map<string, number>();
      for (const text of [...list, ...list]) {
        const number = numbers.numberOf(text);
        expect(number).toBe(known.get(text) ?? number);
        known.set(text, number);
      }
      expect(new Set(known.values()).size).toBe(known.size);
      for (const [text, number] of known) {
        expect(number).toBeLessThanOrEqual(numbers.size);
        expect(numbers.text(number)).toBe(text);
      }
    }),
    { numRuns: runs(200) },
  );
  expect(new SessionTexts(kernel.sessions.words).numberOf(undefined)).toBe(0);
});

it("numbers the texts that the kernel has no room for", () => {
  const most = 60_000;
  const numbers = new SessionTexts(kernel.sessions.words, most);
  const count = most + 5000;
  const given = new Set<number>();
  for (let k = 0; k < count; k++) given.add(numbers.numberOf(`id ${k}`));
  expect(given.size).toBe(count);
  expect(kernel.sessions.words.intern("one more")).toBe(-1);
  expect(kernel.sessions.words.isFull).toBe(true);
  for (const k of [0, 1, 5000, most - 1, most, count - 1]) {
    expect(numbers.text(numbers.numberOf(`id ${k}`))).toBe(`id ${k}`);
    expect(given.has(numbers.numberOf(`id ${k}`))).toBe(true);
    expect(numbers.numberOfId(idBytes(`id ${k}`))).toBe(numbers.numberOf(`id ${k}`));
  }
});

it("numbers the ids of more lines than a session has", () => {
  const numbers = new SessionTexts(kernel.sessions.words);
  const count = 600_000;
  const uuid = (k: number) => `00000000-0000-4000-8000-${k.toString(16).padStart(12, "0")}`;
  for (let k = 0; k < count; k++) if (numbers.numberOf(uuid(k)) !== k + 1) expect.fail(`${k}`);
  for (let k = 0; k < count; k += 997) expect(numbers.numberOf(uuid(k))).toBe(k + 1);
  expect(numbers.text(count)).toBe(uuid(count - 1));
  expect(kernel.sessions.words.isFull).toBe(false);
});

/** An id as it is read, in bytes. */
function idBytes(text: string): IdBytes {
  const id = new IdBytes();
  const bytes = new TextEncoder().encode(text);
  id.take(new DataView(bytes.buffer), 0, bytes.length);
  return id;
}
