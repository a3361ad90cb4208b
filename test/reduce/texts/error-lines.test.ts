/** The lines of a tool's output that say what failed. */
import { describe, expect, it } from "vitest";
import { errorLines } from "../../../src/reduce/texts/error-lines.ts";

const found = (text: string) => [...errorLines(text)].map(({ line }) => line);

describe("error lines", () => {
  it.each([
    "src/a.c:12:3: error: expected ';'",
    "src/a.c:12:3: fatal error: no such file",
    "a.go:7: error of vet",
    "a.go:7:1 error of vet",
    "C:\\src\\a.ts(3,14): error TS2322: no",
    "src/a.ts(3,14): error TS2322: no",
    `${"p".repeat(180)}:1:2: error: far`,
  ])("are those of compilers: %s", (line) => {
    expect(found(`before\n${line}\nafter\n`)).toEqual([line]);
  });

  it.each([
    "an error of a.c:12:3",
    "a.c:12:3: warning: error",
    "(3,14): error TS2322: no file",
    "a.c:12:3:error",
    `${"p".repeat(202)}:1:2: error: too far`,
  ])("are not others that have their words: %s", (line) => {
    expect(found(`before\n${line}\nafter\n`)).toEqual([]);
  });

  it("have no blank lines before them", () => {
    expect(found("before\n\n \n  ✗ it works\n\r\n\tnot ok 3\n")).toEqual([
      "  ✗ it works",
      "\tnot ok 3",
    ]);
  });

  it.each([
    ["has no breaks but returns", "1 of 2\r"],
    ["is blank lines", "\n"],
    ["is other breaks", " \u2028"],
  ])("are looked for in time that grows with the text, where it %s", (_, unit) => {
    const time = (times: number) => {
      const text = unit.repeat(times);
      const began = process.cpuUsage();
      expect(found(text)).toEqual([]);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    time(10_000);
    expect(time(160_000)).toBeLessThan(16 * 8 * Math.max(1000, time(10_000)));
  });
});
