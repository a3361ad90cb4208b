import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent, AgentWorld } from "./agent.ts";

/** The export of the only session, in its home. */
const EXPORT = "session.jsonl";

/** What the desktop program calls to import sessions; the one for terminals has no command for it. */
const IMPORT = `
import json, pathlib, sys
from hermes_state import SessionDB
rows = [json.loads(line) for line in open(sys.argv[2])]
assert SessionDB(pathlib.Path(sys.argv[1])).import_sessions(rows)["imported"] == len(rows)
`;

/** Hermes Agent, whose sessions are in a database: one is exported, and imported where it is not yet. */
export const hermes: Agent = {
  name: "Hermes",
  packages: ["hermes-agent==0.19.0"],
  from: "pypi",
  prepare({ home, url }) {
    const folder = join(home, ".hermes");
    mkdirSync(folder, { recursive: true });
    const model = { default: "m", provider: "custom", base_url: `${url}/v1`, api_key: "k" };
    // JSON is YAML.
    const config = {
      model: { ...model, context_length: 200_000 },
      // Else it waits for a download.
      security: { tirith_enabled: false },
    };
    writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", session];
    return {
      program: join(packages, "venv/bin/hermes"),
      argv: ["chat", "--quiet", "--yolo", ...resume, "--query", prompt],
      env: {},
    };
  },
  sessions: new RegExp(`^${EXPORT}$`),
  save(world) {
    runIn(world, "hermes", "sessions", "export", join(world.home, EXPORT));
  },
  load(world, file) {
    const folder = join(world.home, ".hermes");
    for (const name of readdirSync(folder))
      if (name.startsWith("state.db")) rmSync(join(folder, name));
    runIn(world, "python", "-c", IMPORT, join(folder, "state.db"), file);
  },
  idOf: (file) => JSON.parse(readFileSync(file, "utf8")).id,
};

function runIn({ home, packages }: AgentWorld, program: string, ...argv: readonly string[]): void {
  spawnSync(join(packages, "venv/bin", program), argv, {
    env: { PATH: process.env.PATH ?? "", HOME: home },
    timeout: 60_000,
  });
}
