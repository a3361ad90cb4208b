import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMATS } from "../../src/formats/index.ts";
import { detected } from "../support/detected.ts";
import { observationsIn } from "../support/found.ts";

interface Message {
  readonly content?: string | readonly { readonly text: string }[];
  readonly output?: string;
  readonly extra?: { readonly raw_output?: string };
}

function read(name: string): string {
  return readFileSync(new URL(`../../fixtures/mini-swe-agent/${name}`, import.meta.url), "utf8");
}

function compacted(name: string, options: Parameters<typeof compact>[1] = {}): Message[] {
  const result = compact(Buffer.from(read(name)), {
    preserveRecentRawTurns: 0,
    keepErrors: "none",
    ...options,
  });
  const value = JSON.parse(Buffer.from(result.bytes).toString());
  return Array.isArray(value) ? value : value.messages;
}

function maskedIn(messages: readonly Message[]): number[] {
  return messages.flatMap(({ content, output }, index) => {
    const text = typeof content === "string" ? content : content?.[0]?.text;
    return /^\[observation masked/.test(output ?? text ?? "") ? [index] : [];
  });
}

function failuresIn(name: string): boolean[] {
  const observations = observationsIn(FORMATS["mini-swe-agent"], JSON.parse(read(name)));
  return observations.map(({ isError }) => isError);
}

describe("a bare array", () => {
  it("has outputs where the agent's header says so, and none in the task", () => {
    expect(maskedIn(compacted("bare-array.traj.json"))).toEqual([3, 5, 9]);
  });

  it("counts turns by the calls that are answered", () => {
    const messages = compacted("bare-array.traj.json", { preserveRecentRawTurns: 1 });
    expect(maskedIn(messages)).toEqual([3, 5]);
  });

  it("says by the header that a command failed", () => {
    expect(failuresIn("bare-array.traj.json")).toEqual([false, true, false]);
  });
});

describe("a document of 1.x", () => {
  it("has outputs after each reply, and leaves alone what a person said", () => {
    expect(maskedIn(compacted("v1.traj.json"))).toEqual([3, 5, 9]);
  });

  it("says by the header that a command failed, in a block as well", () => {
    expect(failuresIn("v1.traj.json")).toEqual([false, false, true]);
  });
});

describe("a document of 2.x", () => {
  it("has outputs in tool messages, in user messages and in items of responses", () => {
    expect(maskedIn(compacted("v2.traj.json"))).toEqual([3, 4, 7, 10, 12]);
  });

  it("says by the return code that a command failed", () => {
    expect(failuresIn("v2.traj.json")).toEqual([false, true, false, false, true]);
  });

  it("blanks the raw output beside, once it is asked to", () => {
    const raw = (messages: readonly Message[]) => messages[3]?.extra?.raw_output;
    expect(raw(compacted("v2.traj.json"))).toContain("puff 1");
    expect(raw(compacted("v2.traj.json", { sideCopies: "mask" }))).toMatch(/^\[observation masked/);
  });
});

describe("mini-swe-agent is found by", () => {
  const user = (content: string) => ({ role: "user", content });

  it.each([
    ["its format", { trajectory_format: "mini-swe-agent-1.1", messages: [user("hi")] }],
    ["its version", { info: { mini_version: "1.0.0" }, messages: [user("hi")] }],
    ["a header in a bare array", [user("hi"), user("<returncode>0</returncode>\n<output>")]],
  ])("%s", (_, record) => {
    expect(detected(record)).toBe("mini-swe-agent");
  });

  it.each([
    ["a header inside a text", [user("hi"), user("see <returncode>0</returncode>")]],
    ["another format's name", { trajectory_format: "other-1", messages: [user("hi")] }],
  ])("but not by %s", (_, record) => {
    expect(detected(record)).not.toBe("mini-swe-agent");
  });
});
