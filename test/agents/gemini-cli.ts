import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "./agent.ts";

/** Gemini CLI, whose sessions are files of lines; it is resumed by the place of the session, here the latest. */
export const geminiCli: Agent = {
  name: "Gemini CLI",
  packages: ["@google/gemini-cli@0.61.0"],
  prepare({ home }) {
    mkdirSync(join(home, ".gemini"), { recursive: true });
    const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
    writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
  },
  command({ url, packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", session];
    return {
      program: join(packages, "node_modules/.bin/gemini"),
      argv: [...resume, "-p", prompt, "--yolo", "--skip-trust"],
      env: { GEMINI_API_KEY: "k", GOOGLE_GEMINI_BASE_URL: url },
    };
  },
  sessions: /^\.gemini\/tmp\/.*\/chats\/session-[^/]*\.jsonl$/,
  helper: "generalist",
  window: 1_048_576,
  idOf: () => "latest",
};
