import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent, AgentWorld } from "./agent.ts";

/** A model whose reasoning is bound. */
const MODEL = "claude-opus-5-5";

/** The export of the only session, in its home. */
const EXPORT = "session.json";

/**
 * opencode, whose sessions are in a database: one is exported, compacted, and imported into a home that does not
 * have it, since an import replaces nothing.
 */
export const opencode: Agent = {
  name: "opencode",
  packages: ["opencode-ai@1.18.33"],
  setUp: "node_modules/opencode-ai/postinstall.mjs",
  prepare({ home, url }) {
    const folder = join(home, ".config/opencode");
    mkdirSync(folder, { recursive: true });
    const limit = { context: 200_000, output: 8000 };
    const models = { [MODEL]: { name: MODEL, reasoning: true, tool_call: true, limit } };
    const options = { baseURL: `${url}/v1`, apiKey: "k" };
    const provider = { local: { npm: "@ai-sdk/anthropic", name: "local", options, models } };
    const config = {
      autoupdate: false,
      share: "disabled",
      permission: { bash: "allow" },
      provider,
    };
    writeFileSync(join(folder, "opencode.json"), JSON.stringify(config));
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["-s", session];
    return {
      program: join(packages, PROGRAM),
      argv: ["run", "-m", `local/${MODEL}`, ...resume, prompt],
      env: {},
    };
  },
  sessions: new RegExp(`^${EXPORT}$`),
  save(world) {
    const [session] = JSON.parse(opencodeSays(world, "session", "list", "--format", "json"));
    writeFileSync(join(world.home, EXPORT), opencodeSays(world, "export", session.id));
  },
  load(world, file) {
    const folder = join(world.home, ".local/share/opencode");
    for (const name of readdirSync(folder))
      if (name.startsWith("opencode.db")) rmSync(join(folder, name));
    opencodeSays(world, "import", file);
  },
  idOf: (file) => JSON.parse(readFileSync(file, "utf8")).info.id,
};

const PROGRAM = "node_modules/.bin/opencode";

function opencodeSays({ home, packages }: AgentWorld, ...argv: readonly string[]): string {
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const { stdout } = spawnSync(join(packages, PROGRAM), argv, {
    cwd: join(home, "../project"),
    env,
    timeout: 60_000,
    maxBuffer: 1 << 28,
  });
  return stdout.toString();
}
