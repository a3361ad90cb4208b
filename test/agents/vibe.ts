import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Agent } from "./agent.ts";

const PROGRAM = new URL("../../bin/elision.js", import.meta.url).pathname;

/** Mistral Vibe as it was before its store of chunks; it goes on with the newest. */
export const mistralVibe2: Agent = {
  name: "Mistral Vibe 2",
  packages: ["mistral-vibe==2.18.0"],
  from: "pypi",
  prepare({ home, url }) {
    mkdirSync(join(home, ".vibe"), { recursive: true });
    const config = [
      'active_model = "m"\nenable_telemetry = false\nenable_update_checks = false',
      `[[providers]]\nname = "local"\napi_base = "${url}/v1"\napi_key_env_var = "LOCAL_KEY"`,
      'api_style = "openai"\nbackend = "generic"',
      '[[models]]\nname = "m"\nprovider = "local"\nalias = "m"\nauto_compact_threshold = 150000',
    ];
    writeFileSync(join(home, ".vibe/config.toml"), `${config.join("\n")}\n`);
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--continue"];
    return {
      program: join(packages, "venv/bin/vibe"),
      argv: ["--agent", "auto-approve", "--trust", ...resume, "-p", prompt],
      env: { LOCAL_KEY: "k" },
    };
  },
  sessions: /^\.vibe\/logs\/session\/[^/]+\/messages\.jsonl$/,
  forks: true,
  idOf: (file) => basename(dirname(file)),
};

/** Mistral Vibe with its store, from which a session is exported. */
export const mistralVibe: Agent = {
  ...mistralVibe2,
  name: "Mistral Vibe",
  packages: ["mistral-vibe==3.0.2"],
  sessions: /^exported\.jsonl$/,
  isReadOnly: true,
  save({ home }) {
    const store = join(home, ".vibe/logs/session/unified");
    const { stdout } = spawnSync(process.execPath, [PROGRAM, "export", store]);
    writeFileSync(join(home, "exported.jsonl"), stdout);
  },
};
