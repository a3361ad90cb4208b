import fc from "fast-check";
import { expect, test } from "vitest";
import { TextTable } from "../../../src/transcript/columns/text-table.ts";
import { type Id, IdBytes, sameId, textOfId } from "../../../src/transcript/model/id.ts";
import { Outline } from "../../../src/transcript/model/outline.ts";

/** A text as an id in bytes, or as it is if it is too long for that. */
function inBytes(text: string): Id {
  const seen = viewOf(Buffer.from(`"${text}"`, "latin1"));
  const id = new IdBytes();
  return id.take(seen, 1, 1 + text.length) ? id : text;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "_", "7"), maxLength: 3 });
const longer = fc.string({ unit: fc.constantFrom("a", "é"), minLength: 60, maxLength: 70 });

test("an id in bytes is the same as that text, and no other", () => {
  fc.assert(
    fc.property(fc.oneof(word, longer), word, (one, other) => {
      expect(textOfId(inBytes(one))).toBe(one);
      for (const [a, b] of [
        [inBytes(one), other],
        [one, inBytes(other)],
        [inBytes(one), inBytes(other)],
      ] as const)
        expect(sameId(a, b)).toBe(one === other);
    }),
  );
});

test("ids in bytes have the numbers of their texts", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const ofBytes = new TextTable();
      const ofTexts = new TextTable();
      for (const text of words)
        expect(ofBytes.numberOfId(inBytes(text))).toBe(ofTexts.numberOf(text));
      for (const text of words)
        expect(ofBytes.numberOf(text)).toBe(ofTexts.numberOfId(inBytes(text)));
    }),
  );
});

test("calls and observations find each other by ids in bytes as they do by texts", () => {
  const event = fc.record({ isCall: fc.boolean(), id: word, isText: fc.boolean() });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const [mixed, texts] = [new Outline(), new Outline()];
      const reused = new IdBytes();
      for (const { isCall, id, isText } of events) {
        reused.take(viewOf(Buffer.from(id)), 0, id.length);
        for (const [outline, given] of [
          [mixed, isText ? id : reused],
          [texts, id],
        ] as const) {
          outline.addMessage(isCall ? "assistant" : "tool", 0);
          if (isCall) outline.addPart({ kind: "call", id: given, name: "f" }, 1);
          else
            outline.addPart(
              { kind: "observation", callId: given, isError: false, editable: true },
              1,
            );
        }
      }
      const mates = ({ pairs }: Outline) => events.map((_, index) => pairs.mate(index));
      expect(mates(mixed)).toEqual(mates(texts));
      expect(mixed.pairs.violations).toBe(texts.pairs.violations);
    }),
  );
});
