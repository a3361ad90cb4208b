import { basename, dirname, join } from "node:path";
import type { Agent } from "./agent.ts";

/** GitHub Copilot's CLI with a provider of one's own; its sessions are logs of events, resumed by their id. */
export const copilotCli: Agent = {
  name: "Copilot CLI",
  packages: ["@github/copilot@1.0.102"],
  command({ url, packages }, prompt, session) {
    const resume = session === undefined ? [] : [`--resume=${session}`];
    return {
      program: join(packages, "node_modules/.bin/copilot"),
      argv: [...resume, "--allow-all-tools", "--allow-all-paths", "-p", prompt],
      env: {
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: "k",
        COPILOT_MODEL: "gpt-4.1",
        COPILOT_OFFLINE: "true",
      },
    };
  },
  sessions: /^\.copilot\/session-state\/[^/]+\/events\.jsonl$/,
  idOf: (file) => basename(dirname(file)),
};
