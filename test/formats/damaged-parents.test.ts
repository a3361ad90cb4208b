/** Sessions of Claude Code of which lines name wrong parents, so that their order is guessed in part. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { conversations } from "../support/conversations.ts";
import { linesOf } from "../support/lines.ts";
import { runs } from "../support/runs.ts";
import { claudeCode } from "../support/writers/claude-code.ts";

type Line = Record<string, unknown>;

/** What is done to one line, with the help of another. */
const HOW: Readonly<Record<string, (line: Line, other: Line) => void>> = {
  unknown: (line) => Object.assign(line, { parentUuid: "nobody" }),
  none: (line) => Object.assign(line, { parentUuid: null }),
  another: (line, { uuid }) => Object.assign(line, { parentUuid: uuid }),
  missing: (line) => delete line.parentUuid,
  nameless: (line) => delete line.uuid,
  repeated: (line, { uuid }) => Object.assign(line, { uuid }),
  sidechain: (line) => Object.assign(line, { isSidechain: true }),
};

const damages = fc.array(
  fc.record({ how: fc.constantFrom(...Object.keys(HOW)), at: fc.nat(), from: fc.nat() }),
  { minLength: 1, maxLength: 4 },
);

const moves = fc.array(fc.record({ at: fc.nat(), to: fc.nat() }), { maxLength: 2 });

it("are compacted once, and a second run finds what the first one left", () => {
  fc.assert(
    fc.property(
      conversations,
      damages,
      moves,
      fc.record({
        preserveRecentRawTurns: fc.nat({ max: 4 }),
        maxInputChars: fc.nat({ max: 2000 }),
      }),
      (conversation, done, moved, policy) => {
        const lines = structuredClone(claudeCode.write(conversation)) as Line[];
        for (const { how, at, from } of done)
          HOW[how]?.(lines[at % lines.length] ?? {}, lines[from % lines.length] ?? {});
        for (const { at, to } of moved)
          lines.splice(to % lines.length, 0, ...lines.splice(at % lines.length, 1));
        const options = { format: "claude-code", ...policy } as const;
        const once = compact(linesOf(lines), options);
        const twice = compact(once.bytes, options);
        expect(Buffer.from(twice.bytes).toString()).toBe(Buffer.from(once.bytes).toString());
        const [first, again] = [once.transcripts, twice.transcripts];
        // Nothing may be left of the main conversation: the first is a sidechain then.
        if (again.length === first.length) expect(again[0]?.beforeChars).toBe(first[0]?.afterChars);
      },
    ),
    { numRuns: runs(400) },
  );
});
