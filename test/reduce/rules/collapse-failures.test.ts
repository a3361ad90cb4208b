/** Failed runs that were run again: their error lines stay, the latest run stays whole. */
import { describe, expect, it } from "vitest";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { textsAfter } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

const NOISE = "collecting and running, one dot after another .......\n".repeat(10);
const FAILED = `Exit code 1\n${NOISE}FAILED tests/a.py::one\nE   assert 1 == 2\n${NOISE}`;
const SHORT = `[earlier failed run (exit 1): 2 error lines, ${FAILED.length} chars]
FAILED tests/a.py::one
E   assert 1 == 2`;

const run = (text: string, command = "pytest -q", about = {}) =>
  used("bash", text, { args: JSON.stringify({ command }), ...about });

const runsAfter = (
  uses: readonly (readonly PlainEvent[])[],
  options: ReduceOptions = {},
  step?: number,
) =>
  textsAfter(
    uses.flat(),
    { collapseFailures: true, observationMasking: false, ...options },
    { ...(step && { step }) },
  );

describe("an earlier run that failed", () => {
  it("keeps its exit code and its error lines, from the step at which it is run again", () => {
    const runs = [run(FAILED), run(FAILED), run(NOISE)];
    expect(runsAfter(runs)).toEqual([SHORT, SHORT, NOISE]);
    expect(runsAfter(runs, {}, 2)).toEqual([SHORT, FAILED]);
    expect(runsAfter(runs, {}, 1)).toEqual([FAILED]);
  });

  it("is one of the same command, whatever stands around that", () => {
    const again = run(NOISE, "cd /w && pytest -q 2>&1 | tail -5");
    expect(runsAfter([run(FAILED), again])[0]).toBe(SHORT);
    expect(runsAfter([run(FAILED), run(NOISE, "pytest -q tests/a.py")])[0]).toBe(FAILED);
    expect(runsAfter([run(FAILED, "ls"), run(NOISE, "ls")])[0]).toBe(FAILED);
  });

  it("stays whole where it did not fail, or no line is known to be an error", () => {
    expect(runsAfter([run(`${NOISE}12 passed`), run(NOISE)])[0]).toBe(`${NOISE}12 passed`);
    const words = `${NOISE}the FAILED word, an error: and ValueError: in the middle of lines\n`;
    expect(runsAfter([run(words), run(NOISE)])[0]).toBe(words);
    expect(runsAfter([run(`Exit code 3\n${words}`), run(NOISE)])[0]).toBe(`Exit code 3\n${words}`);
  });

  it("is seen to have failed by its lines where a pipe hides its exit code", () => {
    const hidden = `${NOISE}FAILED tests/a.py::one\n`;
    expect(runsAfter([run(hidden), run(NOISE)])[0]).toBe(
      `[earlier failed run: 1 error line, ${hidden.length} chars]\nFAILED tests/a.py::one`,
    );
  });

  it("is collapsed although errors are kept, and stays so outside the window", () => {
    const runs = [run(FAILED, "pytest -q", { isError: true }), run(NOISE), run("ok", "ls")];
    const options = { observationMasking: true, keepErrors: "all" } as const;
    expect(runsAfter(runs, { ...options, preserveRecentRawTurns: 0 })[0]).toBe(SHORT);
    expect(runsAfter(runs, { ...options, preserveRecentRawTurns: 9 })[0]).toBe(SHORT);
    const none = { ...options, keepErrors: "none", preserveRecentRawTurns: 0 } as const;
    expect(runsAfter(runs, none)[0]).toBe(`[observation masked — ${FAILED.length} chars]`);
    expect(runsAfter(runs, { keepTools: ["bash"] })[0]).toBe(FAILED);
  });

  it("is left alone once it is collapsed", () => {
    const once = runsAfter([run(FAILED), run(NOISE)]);
    const again = once.map((text) => run(text));
    const options = { observationMasking: true, preserveRecentRawTurns: 0 };
    expect(runsAfter(again, options)[0]).toBe(SHORT);
    const longer = [run(`${SHORT}\n${NOISE}`), run(NOISE)];
    expect(runsAfter(longer, options)[0]).toMatch(/^\[observation masked/);
  });

  it("is not taken for one by a run that is masked, or answered late", () => {
    expect(runsAfter([run(FAILED), run("[Old tool result content cleared]")])[0]).toBe(FAILED);
    const [call, answer] = run(FAILED, "pytest -q", { id: "late" });
    const user: PlainEvent = { kind: "said", role: "user", text: "Go on." };
    const events = [[call, user], run(FAILED), [user, answer]] as readonly PlainEvent[][];
    expect(runsAfter(events)).toEqual([FAILED, FAILED]);
  });
});
