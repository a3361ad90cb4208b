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
export const opencode: Agent = kindOfOpencode({
  name: "opencode",
  packages: ["opencode-ai@1.18.33"],
  setUp: "node_modules/opencode-ai/postinstall.mjs",
  program: "node_modules/.bin/opencode",
  folder: "opencode",
  // Else it waits for lists and packages from elsewhere.
  env: { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_DEFAULT_PLUGINS: "1" },
});

/** Kilo's program, which is made of opencode. */
export const kilo: Agent = kindOfOpencode({
  name: "Kilo",
  packages: ["@kilocode/cli-linux-x64@7.7.9"],
  program: "node_modules/@kilocode/cli-linux-x64/bin/kilo",
  folder: "kilo",
  // Else it waits for its own servers.
  env: {
    KILO_DISABLE_MODELS_FETCH: "1",
    KILO_DISABLE_SESSION_INGEST: "1",
    KILO_DISABLE_DEFAULT_PLUGINS: "1",
    KILO_TELEMETRY_LEVEL: "off",
  },
});

interface KindOfOpencode extends Pick<Agent, "name" | "packages" | "setUp"> {
  /** Below the folder of the packages. */
  readonly program: string;
  /** The name of its folders, files of settings and databases. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

function kindOfOpencode({ program, folder, env = {}, ...agent }: KindOfOpencode): Agent {
  const says = ({ home, packages }: AgentWorld, ...argv: readonly string[]): string => {
    const { stdout } = spawnSync(join(packages, program), argv, {
      cwd: join(home, "../project"),
      env: { PATH: process.env.PATH ?? "", HOME: home, ...env },
      timeout: 60_000,
      maxBuffer: 1 << 28,
    });
    return stdout.toString();
  };
  return {
    ...agent,
    helper: "general",
    prepare({ home, url }) {
      const settings = join(home, ".config", folder);
      mkdirSync(settings, { recursive: true });
      writeFileSync(join(settings, `${folder}.json`), JSON.stringify(settingsFor(url)));
    },
    command({ packages }, prompt, session) {
      const resume = session === undefined ? [] : ["-s", session];
      return {
        program: join(packages, program),
        argv: ["run", "-m", `local/${MODEL}`, ...resume, prompt],
        env,
      };
    },
    sessions: new RegExp(`^${EXPORT}$`),
    save(world) {
      const [session] = JSON.parse(says(world, "session", "list", "--format", "json"));
      writeFileSync(join(world.home, EXPORT), says(world, "export", session.id));
    },
    load(world, file) {
      const data = join(world.home, ".local/share", folder);
      for (const name of readdirSync(data))
        if (name.startsWith(`${folder}.db`)) rmSync(join(data, name));
      says(world, "import", file);
    },
    idOf: (file) => JSON.parse(readFileSync(file, "utf8")).info.id,
  };
}

function settingsFor(url: string): object {
  const limit = { context: 200_000, output: 8000 };
  const models = { [MODEL]: { name: MODEL, reasoning: true, tool_call: true, limit } };
  const options = { baseURL: `${url}/v1`, apiKey: "k" };
  const provider = { local: { npm: "@ai-sdk/anthropic", name: "local", options, models } };
  return { autoupdate: false, share: "disabled", permission: { bash: "allow" }, provider };
}
