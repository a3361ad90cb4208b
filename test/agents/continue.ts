import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

/** The program's settings, below a home. */
const CONFIG = ".continue/config.yaml";

/** Continue's program, whose sessions are documents; it goes on with the newest. */
export const continueCli: Agent = {
  name: "Continue",
  packages: ["@continuedev/cli@1.5.47"],
  prepare({ home, url }) {
    mkdirSync(join(home, ".continue"), { recursive: true });
    const model = `name: m, provider: openai, model: m, apiBase: "${url}/v1", apiKey: k`;
    const config = `name: local\nversion: 0.0.1\nschema: v1\nmodels:\n  - { ${model}, roles: [chat] }\n`;
    writeFileSync(join(home, CONFIG), config);
  },
  command({ home, packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume"];
    return {
      program: join(packages, "node_modules/.bin/cn"),
      argv: ["--config", join(home, CONFIG), "--auto", ...resume, "-p", prompt],
      env: { CONTINUE_TELEMETRY_ENABLED: "0" },
    };
  },
  sessions: /^\.continue\/sessions\/(?!sessions\.json)[^/]*\.json$/,
  idOf: (file) => basename(file, ".json"),
};
