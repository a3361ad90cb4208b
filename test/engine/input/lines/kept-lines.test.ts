/** Lines that are kept until their format is known, and then read by the kernel. */
import { expect, it, vi } from "vitest";
import { compact } from "../../../../src/api/compact.ts";
import { PlainLines } from "../../../../src/engine/plain/lines/plain-lines.ts";
import { MASKED, sessionLines } from "../../../support/sessions.ts";

const ODD = `{"role":"user","content":"Go on.","parts":[{"a":1}]}\n`;

it.each([
  ["all but the first", sessionLines(12), 1],
  ["up to an odd one, and from there on", `${sessionLines(12)}${ODD}${sessionLines(6)}`, 2],
  ["around a blank one", `${sessionLines(12)}\n${sessionLines(6)}`, 1],
])("are read together: %s", (_, lines, oneByOne) => {
  const added = vi.spyOn(PlainLines.prototype, "add");
  const { bytes } = compact(Buffer.from(lines), {
    placeholder: "[observation masked \u2014 {chars} chars]",
  });
  expect(added).toHaveBeenCalledTimes(oneByOne);
  added.mockRestore();
  const results = lines.split('"role":"tool"').length - 1;
  expect(Buffer.from(bytes).toString().split(MASKED).length - 1).toBe(results - 10);
});
