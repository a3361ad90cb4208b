/** With first sight alone no prompt changes what the one before it held, whatever the format. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { busyConversations } from "../support/busy-sessions.ts";
import { jsonWriter } from "../support/files.ts";
import { slowRuns } from "../support/runs.ts";
import { elision } from "../support/shell.ts";
import { WRITERS } from "../support/writers/index.ts";

const ALONE = ["--no-masking", "--first-sight", "400", "--reasoning", "keep"];

it.each(FORMAT_NAMES)(
  "every prompt replayed from %s begins with the one before it",
  async (format) => {
    let shortened = 0;
    const json = jsonWriter({ ascii: false, spaced: false });
    await fc.assert(
      fc.asyncProperty(busyConversations, async (conversation) => {
        const records = WRITERS[format].write(conversation);
        const stdin = records.map((record) => `${json(record)}\n`).join("");
        const argv = ["replay", "--format", format, ...ALONE];
        const { stdout, exitCode } = await elision(argv, { stdin });
        expect(exitCode).toBe(0);
        let before: readonly string[] = [];
        for (const line of stdout.split("\n").filter((each) => each !== "")) {
          const row = JSON.parse(line) as { readonly messages: readonly object[] };
          const messages = row.messages.map((message) => JSON.stringify(message));
          expect(messages.slice(0, before.length)).toEqual(before);
          before = messages;
        }
        shortened += before.filter((each) => each.includes("[shortened at first sight: ")).length;
      }),
      { numRuns: slowRuns(10) },
    );
    expect(shortened).toBeGreaterThan(0);
  },
);
