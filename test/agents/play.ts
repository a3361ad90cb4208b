import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { Agent, AgentWorld } from "./agent.ts";
import type { Asked, Provider } from "./provider.ts";
import { runAgent } from "./run-agent.ts";
import { PICTURE, PIPE, promptOf, type Scene } from "./scenes.ts";

/** Writes what the scenes want of a project. */
export function layOut(project: string): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, PICTURE), picture());
  spawnSync("mkfifo", [join(project, PIPE)]);
}

/** Has an agent play a scene, in the session that there is. */
export async function playScene(
  agent: Agent,
  world: AgentWorld,
  { provider, project, scene }: { provider: Provider; project: string; scene: Scene },
): Promise<readonly Asked[]> {
  provider.taken();
  const file = sessionIn(world.home, agent);
  const session = file === undefined ? undefined : agent.idOf(file);
  const pipe = scene === "open" ? { pipe: join(project, PIPE) } : {};
  await runAgent(agent, world, { project, prompt: promptOf(scene), session, ...pipe });
  agent.save?.(world);
  return provider.taken();
}

/**
 * The session in a home that was begun first: the others are those of subagents. Or the newest, where sessions fork.
 */
export function sessionIn(home: string, { sessions, forks }: Agent): string | undefined {
  const paths = readdirSync(home, { recursive: true }).map(String);
  const files = paths.filter((each) => sessions.test(each)).sort();
  const changed = (path: string) => statSync(join(home, path)).mtimeMs;
  const [path] = forks ? files.sort((a, b) => changed(b) - changed(a)) : files;
  return path === undefined ? undefined : join(home, path);
}

const SIDE = 48;

/** A picture of gray points without a pattern, so that it does not get small. */
function picture(): Buffer {
  const header = Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE, 8, 0, 0, 0, 0]);
  let point = 1;
  const rows = Buffer.from(
    Array.from({ length: SIDE * (SIDE + 1) }, (_, at) => {
      point = (point * 75 + 74) % 65537;
      return at % (SIDE + 1) === 0 ? 0 : point % 256;
    }),
  );
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND")];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
}

function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
