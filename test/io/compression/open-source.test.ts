import fc from "fast-check";
import { expect, it } from "vitest";
import { openSource } from "../../../src/io/compression/compression.ts";
import type { ByteSource } from "../../../src/io/file-descriptor.ts";

function sourceOf(text: string): ByteSource {
  let rest = Buffer.from(text);
  return {
    async read(into) {
      const count = rest.copy(into);
      rest = rest.subarray(count);
      return count;
    },
  };
}

/** Sources are opened and read by turns: their first bytes are in memory that the next one may be given. */
it("gives each of several sources its own bytes, in whatever order they are opened and read", async () => {
  const steps = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 9 })), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (turns) => {
      const given = ["aaaaaaaa", "bbbbbb", "", "dddddddddddd", "e"];
      const got = given.map(() => "");
      const opened: ReturnType<typeof openSource>[] = [];
      const readSome = async (k: number, room: number) => {
        opened[k] ??= openSource(sourceOf(given[k] ?? ""));
        const into = Buffer.alloc(room);
        const count = await (await opened[k]).read(into);
        got[k] += into.toString("utf8", 0, count);
        return count;
      };
      for (const [k, room] of turns) await readSome(k, room);
      for (const k of given.keys()) while ((await readSome(k, 5)) > 0);
      expect(got).toEqual(given);
    }),
  );
});
