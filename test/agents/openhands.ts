import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

const CONVERSATIONS = ".openhands/conversations";

/** What is sent before the text of an error, and of what a subagent said. */
const BEFORE =
  /^(\[An error occurred during execution\.\]\n|Task ID: .*\nSubagent: .*\nStatus: completed)/;

/** OpenHands, which keeps an event a file: they are joined to lines, and the lines put back where they were. */
export const openHands: Agent = {
  name: "OpenHands",
  packages: ["openhands==1.16.0"],
  from: "pypi",
  command({ url, packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", session];
    return {
      program: join(packages, "venv/bin/openhands"),
      argv: ["--headless", "--override-with-envs", ...resume, "-t", prompt],
      env: {
        LLM_API_KEY: "k",
        LLM_BASE_URL: `${url}/v1`,
        LLM_MODEL: "openai/m",
        LITELLM_LOCAL_MODEL_COST_MAP: "True",
      },
    };
  },
  sessions: /^[0-9a-f]{32}\.jsonl$/,
  save({ home }) {
    const [id = ""] = readdirSync(join(home, CONVERSATIONS));
    const lines = eventsIn(home, id).map((file) => `${readFileSync(file, "utf8")}\n`);
    writeFileSync(join(home, `${id}.jsonl`), lines.join(""));
  },
  load({ home }, file) {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const id = basename(file, ".jsonl");
    const events = eventsIn(home, id);
    // What a compaction adds is an event more.
    const added = lines.slice(events.length).map((line, at) => {
      const number = `${events.length + at}`.padStart(5, "0");
      return join(folderOf(home, id), `event-${number}-${JSON.parse(line).id}.json`);
    });
    for (const [at, path] of [...events, ...added].entries()) writeFileSync(path, lines[at] ?? "");
  },
  bare: (result) =>
    result.replace(BEFORE, "").split("\n[The command completed with exit code")[0] ?? "",
  idOf: (file) => basename(file, ".jsonl").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
};

const folderOf = (home: string, id: string) => join(home, CONVERSATIONS, id, "events");

function eventsIn(home: string, id: string): readonly string[] {
  const names = readdirSync(folderOf(home, id)).filter((name) => name.startsWith("event-"));
  return names.sort().map((name) => join(folderOf(home, id), name));
}
