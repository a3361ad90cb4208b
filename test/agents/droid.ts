import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

/** Factory's Droid with a model of one's own; its sessions are files of lines, resumed by their id. */
export const droid: Agent = {
  name: "Droid",
  packages: ["droid@0.215.0"],
  prepare({ home, url }) {
    mkdirSync(join(home, ".factory"), { recursive: true });
    const model = {
      ...{ model: "m", displayName: "m", apiKey: "k", maxOutputTokens: 8000 },
      baseUrl: `${url}/v1`,
      provider: "generic-chat-completion-api",
      noImageSupport: false,
    };
    const settings = {
      ...{ customModels: [model], cloudSessionSync: false },
      compactionTokenLimit: 150_000,
    };
    writeFileSync(join(home, ".factory/settings.json"), JSON.stringify(settings));
  },
  command({ url, packages }, prompt, session) {
    const resume = session === undefined ? [] : ["-s", session];
    return {
      program: join(packages, "node_modules/.bin/droid"),
      argv: ["exec", "--skip-permissions-unsafe", ...resume, "-m", "custom:m", prompt],
      // It asks there for a session before it resumes one.
      env: { FACTORY_API_BASE_URL: url },
    };
  },
  sessions: /^\.factory\/sessions\/[^/]+\/[^/]+\.jsonl$/,
  helper: "worker",
  idOf: (file) => basename(file, ".jsonl"),
};
