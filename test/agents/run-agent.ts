import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import type { Agent, AgentWorld } from "./agent.ts";

/** Runs an agent to its end; with a pipe, interrupts it as at a terminal once a command of it reads from there. */
export async function runAgent(
  agent: Agent,
  world: AgentWorld,
  {
    project,
    prompt,
    session,
    pipe,
  }: { project: string; prompt: string; session?: string | undefined; pipe?: string },
): Promise<void> {
  const { program, argv, env } = agent.command(world, prompt, session);
  const child = spawn(program, argv, {
    cwd: project,
    env: { PATH: process.env.PATH ?? "", HOME: world.home, ...env },
    stdio: "ignore",
    timeout: 120_000,
    detached: true,
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  if (pipe !== undefined) await interrupt(child.pid ?? 0, pipe, ended);
  await ended;
}

async function interrupt(pid: number, pipe: string, ended: Promise<unknown>): Promise<void> {
  // Opening a pipe to write waits for its reader.
  const opened = open(pipe, "w");
  const file = await Promise.race([opened, ended.then(() => undefined)]);
  if (file === undefined) {
    // Nobody will read: this side ends the wait.
    await Promise.all([open(pipe, "r"), opened]).then((files) =>
      Promise.all(files.map((each) => each.close())),
    );
    return;
  }
  process.kill(-pid, "SIGINT");
  // The command of an agent that does not heed this ends as well.
  await file.close();
}
