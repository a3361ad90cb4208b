import fc from "fast-check";
import { expect, it } from "vitest";
import { argumentWords, callWords, MAX_CALL } from "../../../src/reduce/placeholders/call-words.ts";
import { clipText } from "../../../src/reduce/texts/clip.ts";
import { withoutBreaks } from "../../../src/reduce/texts/white-space.ts";

const unit = fc.constantFrom(" ", "  ", "\n", "\t", "a", "é", "\u00a0", "\u3000", "🙂", "~");

it("makes white space of any kind single spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(withoutBreaks(text)).toBe(text.replace(/\s+/g, " "));
    }),
  );
});

it("puts a call in one line, of which no more is looked at than fits", () => {
  const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
  const long = fc.string({ unit, maxLength: 400 });
  fc.assert(
    fc.property(long, long, (tool, command) => {
      const words = clipText(oneLine(command), 60);
      const name = clipText(oneLine(tool), 40) || "unknown tool";
      const call = callWords(tool, argumentWords(JSON.stringify({ command })));
      expect(call.length).toBeLessThanOrEqual(MAX_CALL);
      if (command !== "") expect(call).toBe(words === "" ? name : `${name} "${words}"`);
    }),
  );
});
