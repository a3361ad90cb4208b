import { describe, expect, it } from "vitest";
import { createPolicy, REDUCER_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { fateOf, LONG } from "../../support/masked-by.ts";
import { transcriptFrom, used } from "../../support/plain-transcript.ts";

const ok = () => used("bash", LONG);
const bad = () => used("bash", LONG, { isError: true });
const session = [...bad(), ...ok(), ...bad(), ...bad(), ...ok()];

describe("errors", () => {
  it("are masked like anything else unless they are to be kept", () => {
    expect(fateOf(session, { keepErrors: "none" })).toEqual(Array(5).fill("masked"));
  });

  it("all stay raw", () => {
    const fate = ["errors", "masked", "errors", "errors", "masked"];
    expect(fateOf(session, { keepErrors: "all" })).toEqual(fate);
  });

  it("stay raw if they are among the newest outside the window", () => {
    const fate = ["masked", "masked", "errors", "errors", "masked"];
    expect(fateOf(session, { keepErrors: { last: 2 } })).toEqual(fate);
    expect(fateOf(session, { keepErrors: { last: 0 } })).toEqual(Array(5).fill("masked"));
  });

  it("inside the window are not among those", () => {
    const options = { keepErrors: { last: 1 }, preserveRecentRawTurns: 2 };
    expect(fateOf(session, options)).toEqual(["masked", "masked", "errors", "window", "window"]);
  });

  it("that are demonstrations are not among those either", () => {
    const [call, demonstration] = bad();
    const events = [...bad(), call, { ...demonstration, fixed: true }] as typeof session;
    expect(fateOf(events, { keepErrors: { last: 1 } })).toEqual(["errors", "fixed"]);
  });

  it("keep the end of their text, if that is what is asked for", () => {
    const events = used("bash", `${LONG}\nTypeError: no`, { isError: true });
    const options = { preserveRecentRawTurns: 0, keepErrors: { excerpt: 13 } } as const;
    const policy = createPolicy(options, REDUCER_DEFAULTS);
    const [edit] = reduceTranscript(transcriptFrom(events), policy).replacements();
    expect(edit?.text).toBe("TypeError: no\n[observation masked — 214 chars]");
  });

  it("keep no half of a surrogate pair of it", () => {
    const events = used("bash", `${LONG}\ud83d\ude00!`, { isError: true });
    const options = { preserveRecentRawTurns: 0, keepErrors: { excerpt: 2 } } as const;
    const policy = createPolicy(options, REDUCER_DEFAULTS);
    const [edit] = reduceTranscript(transcriptFrom(events), policy).replacements();
    expect(edit?.text).toBe("!\n[observation masked — 203 chars]");
  });

  it("that no longer reach the model are masked", () => {
    expect(fateOf(session, { keepErrors: "all" }, { firstLive: 4 })).toEqual([
      "masked",
      "masked",
      "errors",
      "errors",
      "masked",
    ]);
  });
});
