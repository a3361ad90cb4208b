import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

/** A model whose reasoning is bound. */
const MODEL = "gpt-6.2-sol";

/** Codex, whose sessions are rollouts; it is resumed by the id at the end of the file's name. */
export const codex: Agent = {
  name: "Codex",
  packages: ["@openai/codex@0.171.0"],
  prepare({ home, url }) {
    mkdirSync(join(home, ".codex"), { recursive: true });
    const config = [
      `model = "${MODEL}"`,
      'model_provider = "local"',
      "model_auto_compact_token_limit = 150000",
      'sandbox_mode = "danger-full-access"',
      'approval_policy = "never"',
      "[model_providers.local]",
      'name = "local"',
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
      'env_key = "LOCAL_KEY"',
    ];
    writeFileSync(join(home, ".codex/config.toml"), `${config.join("\n")}\n`);
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["resume", session];
    return {
      program: join(packages, "node_modules/.bin/codex"),
      argv: ["exec", "--skip-git-repo-check", ...resume, prompt],
      env: { LOCAL_KEY: "k" },
    };
  },
  sessions: /^\.codex\/sessions\/.*\.jsonl$/,
  helper: "counter",
  idOf: (file) => basename(file, ".jsonl").slice(-36),
};
