/**
 * Frameworks record a session against a provider on loopback, and go on from it once it was compacted: they then send
 * what `elision replay` says. They are Python's: ELISION_LOADERS names a folder that has a virtual environment of each
 * (CONTRIBUTING.md says how to make it); one that is not there is skipped by name.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

/** A framework's script, and what it is asked for. */
interface Framework {
  readonly script: string;
  /** The format that its session is read as. */
  readonly format: string;
  readonly file: string;
  readonly argv: readonly string[];
}

const of =
  (script: string, file: string) =>
  (format: string, ...argv: readonly string[]): Framework => ({ script, file, format, argv });
const pydanticAi = of("pydantic_ai_agent.py", "messages.json");
const openaiAgents = of("openai_agents.py", "session.jsonl");
const googleAdk = of("google_adk.py", "session.json");
const strands = of("strands_agent.py", "messages.jsonl");
const langchain = of("langchain_agent.py", "messages.json");
const autogen = of("autogen_agent.py", "state.json");

/** By the package of PyPI that they need. */
const FRAMEWORKS: Readonly<Record<string, readonly Framework[]>> = {
  "pydantic-ai-slim": [pydanticAi("pydantic-ai", "chat"), pydanticAi("pydantic-ai", "responses")],
  "openai-agents": [
    openaiAgents("openai-responses", "responses"),
    openaiAgents("openai-responses", "chat"),
    { ...openaiAgents("openai-agents-runstate", "state"), file: "state.json" },
  ],
  "google-adk": [googleAdk("adk", "camel"), googleAdk("adk", "snake")],
  "strands-agents": [strands("strands")],
  langgraph: [
    langchain("langchain", "lc", "chat"),
    langchain("langchain", "lc", "responses"),
    langchain("langchain-dict", "dict", "responses"),
    langchain("langchain-flat", "flat", "v1"),
  ],
  "autogen-agentchat": [autogen("autogen", "agent"), autogen("autogen", "team")],
};

const OPTIONS = ["--window", "1", "--min-gain", "1", "--keep-errors", "none"];

describe.each(Object.entries(FRAMEWORKS))("%s", (name, cases) => {
  const python = join(process.env.ELISION_LOADERS ?? "", name, "bin/python");
  const isThere = process.env.ELISION_LOADERS !== undefined && existsSync(python);
  const title = isThere ? "sends what was said: $script $argv" : "$script (no ELISION_LOADERS)";
  it.skipIf(!isThere).each(cases)(title, { timeout: 300_000 }, async (framework) => {
    const { script, file, format, argv } = framework;
    const run = (mode: string, path: string) =>
      execFileSync(python, [fileURLToPath(new URL(script, import.meta.url)), mode, path, ...argv], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
    const recorded = join(folderWith(), file);
    const compacted = join(folderWith(), file);
    run("save", recorded);
    copyFileSync(recorded, compacted);
    const { stderr, exitCode } = await elision([
      ...["-i", "--no-archive", "--report", "json", ...OPTIONS, compacted],
    ]);
    expect(exitCode, stderr).toBe(0);
    const { totals, transcripts } = JSON.parse(stderr);
    expect(transcripts).toMatchObject([{ format }]);

    const [before, after] = [bare(run("go", recorded)), bare(run("go", compacted))];
    expect(after).toEqual(
      (await told(compacted)).concat(
        before.slice(RESULTS[argv[0] ?? ""] ?? Number.POSITIVE_INFINITY),
      ),
    );
    expect(after).toHaveLength(7);
    expect(after.filter((text) => text.includes("[observation masked"))).toHaveLength(5);
    expect(totals.maskedCount).toBe(5);
    expect(before.slice(5)).toEqual(after.slice(5));
  });
});

/** Results that a session has before it goes on, where that is not all: the last awaits an approval. */
const RESULTS: Readonly<Record<string, number>> = { state: 6 };

/** Results as texts alone: of those that are one in a list or an object, and those that are JSON. */
function bare(results: string): readonly string[] {
  return JSON.parse(results).map(bareText);
}

function bareText(text: string): string {
  try {
    const value = JSON.parse(text);
    const isAlone = Array.isArray(value) && value.length === 1;
    const isWrapped = isAlone || ["output", "result", "error"].some((key) => key in value);
    const only = isWrapped ? Object.values(value)[0] : value;
    return typeof only === "string" ? only : JSON.stringify(only);
  } catch {
    return text;
  }
}

/** The tool results that the next prompt has, as `elision replay` says of the file as it is. */
async function told(file: string): Promise<readonly string[]> {
  const { stdout } = await elision(["inspect", "--report", "json", file]);
  const step = `${JSON.parse(stdout).transcripts[0].turns}`;
  const replayed = await elision(["replay", "--no-masking", "--step", step, file]);
  const { messages } = JSON.parse(replayed.stdout) as { messages: readonly Message[] };
  return messages.filter(({ role }) => role === "tool").map(({ content }) => bareText(content));
}

interface Message {
  readonly role: string;
  readonly content: string;
}
