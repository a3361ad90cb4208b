import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent, AgentWorld } from "./agent.ts";

/** The export of the only session, in its home. */
const EXPORT = "session.json";

/** goose, whose sessions are in a database: one is exported, and imported where it is not yet. */
export const goose: Agent = {
  name: "goose",
  packages: ["@aaif/goose-binary-linux-x64@1.52.0"],
  command(world, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", "--session-id", session];
    return {
      program: programIn(world),
      argv: ["run", "--with-builtin", "developer", ...resume, "--text", prompt],
      env: envFor(world),
    };
  },
  sessions: new RegExp(`^${EXPORT}$`),
  save(world) {
    const [{ id }] = JSON.parse(says(world, "list", "--format", "json"));
    const exported = says(world, "export", "--session-id", id, "--format", "json");
    writeFileSync(join(world.home, EXPORT), exported);
  },
  load(world, file) {
    const folder = join(world.home, ".local/share/goose/sessions");
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    says(world, "import", file);
  },
  idOf: (file) => JSON.parse(readFileSync(file, "utf8")).id,
};

const programIn = ({ packages }: AgentWorld) =>
  join(packages, "node_modules/@aaif/goose-binary-linux-x64/bin/goose");

const envFor = ({ url }: AgentWorld) => ({
  GOOSE_PROVIDER: "openai",
  OPENAI_HOST: url,
  OPENAI_API_KEY: "k",
  GOOSE_MODEL: "m",
  GOOSE_CONTEXT_LIMIT: "200000",
  GOOSE_MODE: "auto",
  GOOSE_DISABLE_KEYRING: "1",
});

/** What goose prints for a command about sessions. */
function says(world: AgentWorld, ...argv: readonly string[]): string {
  const { stdout } = spawnSync(programIn(world), ["session", ...argv], {
    cwd: join(world.home, "../project"),
    env: { PATH: process.env.PATH ?? "", HOME: world.home, ...envFor(world) },
    timeout: 60_000,
    maxBuffer: 1 << 28,
  });
  return stdout.toString();
}
