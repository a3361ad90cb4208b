/** What holds for every recorded transcript in the folder that ELISION_SAMPLES names. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import type { FormatName } from "../../src/formats/index.ts";
import { onlyShorter } from "../support/only-shorter.ts";

/** The format of the files of each folder; files that are another are named, or are none. */
const EXPECTED: Readonly<Record<string, FormatName | "none">> = {
  adk: "adk",
  antigravity: "antigravity",
  "atif/docs__rfcs__0001-trajectory-format__mini-swe-agent-trajectory.json": "mini-swe-agent",
  "atif/scout-openhands_hello-world.trajectory.json": "atif",
  "atif/tests__golden__terminus_2__hello-world-timeout.trajectory.json": "atif",
  "claude-code": "claude-code",
  cline: "cline",
  codex: "codex",
  "codex/codex-tui-oss-story.jsonl": "none",
  cursor: "cursor",
  droid: "droid",
  "droid/droid-stream_json_large.jsonl": "droid-stream-json",
  "gemini-cli": "gemini-cli",
  "gemini-cli/agent-sessions.jsonl_v040.jsonl": "gemini-cli",
  "gemini-cli/figma-d00f7a9b.transcript.jsonl": "gemini-stream-json",
  "gemini-cli/session-2026-01-30T06-08-7befeae5.json": "gemini-cli",
  "grok-build": "grok-build",
  hermes: "hermes",
  inspect: "inspect-ai",
  "kimi-cli": "kimi-code",
  langfuse: "langfuse",
  letta: "letta",
  "mini-swe-agent": "mini-swe-agent",
  "openai-agents-runstate": "openai-agents-runstate",
  "openai-chat": "openai-chat",
  opencode: "opencode",
  openinference: "openinference",
  "openhands-llm-logs": "openhands-llm-logs",
  "openhands/mswe.output.jsonl": "openhands",
  "openhands/sdk-goal-events.jsonl": "openhands-sdk",
  pi: "pi",
  "qwen-code": "qwen-code",
  sharegpt: "sharegpt",
  "swe-agent": "swe-agent",
  "swe-smith/ft_xml_example.jsonl": "swe-smith",
  "swe-smith/pydantic__pydantic.acb0f10f.pr_8316.traj": "swe-agent",
  "tau-bench": "tau-bench",
  "tau2-bench": "tau2-bench",
};

const samples = process.env.ELISION_SAMPLES;

describe.skipIf(samples === undefined)("recorded transcripts (ELISION_SAMPLES)", () => {
  const names = samples ? readdirSync(samples, { recursive: true, encoding: "utf8" }) : [];
  const files = names
    .map((name) => ({ name, path: join(samples ?? "", name) }))
    .filter(({ name, path }) => statSync(path).isFile() && !name.endsWith(".md"));

  it("are there", () => {
    expect(files.length).toBeGreaterThan(0);
  });

  const known = files.flatMap(({ name, path }) => {
    const expected = EXPECTED[name] ?? EXPECTED[name.split(/[\\/]/)[0] ?? ""];
    return expected === undefined ? [] : [{ name, path, expected }];
  });

  describe.each(known)("$name", ({ path, expected }) => {
    const bytes = readFileSync(path);

    it("is found to be what it is, or refused", () => {
      if (expected === "none") {
        expect(() => compact(bytes)).toThrow(ElisionError);
        return;
      }
      const { transcripts } = compact(bytes);
      expect(new Set(transcripts.map(({ format }) => format))).toEqual(new Set([expected]));
    });

    it.skipIf(expected === "none")("comes out the same with a window over all of it", () => {
      const result = compact(bytes, { preserveRecentRawTurns: 1_000_000 });
      const dead = result.transcripts.some(({ deadChars = 0 }) => deadChars > 0);
      if (!dead) expect(result.bytes).toBe(bytes);
    });

    it.skipIf(expected === "none")("changes in nothing but what a window of 2 masks", () => {
      const options = { preserveRecentRawTurns: 2 };
      const result = compact(bytes, options);
      onlyShorter(bytes, Buffer.from(result.bytes));
      expect(compact(result.bytes, options).bytes).toBe(result.bytes);
    });
  });
});
