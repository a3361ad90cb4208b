import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

const PROMPT = new URL("acp-prompt.js", import.meta.url).pathname;

/** The provider's name in the program's settings. */
const PROVIDER = "openai-compatible";

/** Cline's program, whose sessions are documents; without a terminal it resumes one only as an ACP server. */
export const cline: Agent = {
  name: "Cline",
  packages: ["cline@3.0.65"],
  prepare({ home, url }) {
    const folder = join(home, ".cline/data/settings");
    mkdirSync(folder, { recursive: true });
    const settings = { provider: PROVIDER, model: "m", apiKey: "k", baseUrl: `${url}/v1` };
    const updatedAt = "2026-01-01T00:00:00.000Z";
    const provider = { settings, updatedAt, tokenSource: "manual" };
    const all = { version: 1, lastUsedProvider: PROVIDER, providers: { [PROVIDER]: provider } };
    writeFileSync(join(folder, "providers.json"), JSON.stringify(all));
  },
  command({ packages }, prompt, session) {
    const program = join(packages, "node_modules/.bin/cline");
    // Else it leaves a server running behind it.
    const env = { CLINE_SESSION_BACKEND_MODE: "local" };
    if (session === undefined) return { program, argv: ["--json", prompt], env };
    return {
      program: process.execPath,
      argv: [PROMPT, session, prompt, program, "--acp", "--auto-approve", "true"],
      env: { ...env, CLINE_PROVIDER: PROVIDER, CLINE_API_KEY: "k", CLINE_MODEL: "m" },
    };
  },
  sessions: /^\.cline\/data\/sessions\/[^/]+\/[^/]+\.messages\.json$/,
  bare(result) {
    // What a subagent answered is an object, no list of what each command printed.
    if (!result.startsWith("[{")) return result;
    const [{ result: own, text }] = JSON.parse(result);
    // What was said of a picture is in a text of its own.
    const said = own ?? JSON.parse(text)[0].result;
    const parts: readonly (string | { readonly text?: string })[] = [said].flat();
    return parts.map((part) => (typeof part === "string" ? part : (part.text ?? ""))).join("");
  },
  idOf: (file) => basename(file, ".messages.json"),
};
