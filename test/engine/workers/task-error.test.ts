import { openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ElisionError } from "../../../src/base/errors.ts";
import { knownError } from "../../../src/cli/terminal/known-error.ts";
import { fromTaskError, toTaskError } from "../../../src/engine/workers/task-error.ts";

/** What is thrown, as it arrives on the other thread. */
function crossed(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return fromTaskError(structuredClone(toTaskError(error)));
  }
  throw new Error("nothing was thrown");
}

describe("an error that crosses from a worker", () => {
  it("is of the file where the system says so", () => {
    const error = crossed(() => openSync("/no/such/file", "r"));
    expect(knownError(error, "f.jsonl")).toMatchObject({ code: "io", file: "f.jsonl" });
  });

  it("keeps its place where it is ours", () => {
    const about = { hint: "type this", file: "f.jsonl", line: 3, column: 4 };
    const error = crossed(() => {
      throw new ElisionError("not-json", "expected a value", about);
    });
    expect(knownError(error)).toMatchObject({ code: "not-json", ...about });
  });

  it.each([
    ["a fault of ours", () => (undefined as unknown as { n: number }).n],
    ["a wrong argument to Node", () => openSync(undefined as unknown as string, "r")],
  ])("is never of the file where it is %s", (_, act) => {
    const error = crossed(act);
    expect(() => knownError(error, "f.jsonl")).toThrow(error);
  });

  it("says that something is too large where it is", () => {
    const error = crossed(() => "x".repeat(2 ** 30));
    expect(knownError(error)).toMatchObject({ code: "too-large" });
  });
});
