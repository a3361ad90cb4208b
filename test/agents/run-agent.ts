import { spawn } from "node:child_process";
import type { Agent, AgentWorld } from "./agent.ts";

/** Runs an agent to its end. */
export async function runAgent(
  agent: Agent,
  world: AgentWorld,
  { project, prompt, session }: { project: string; prompt: string; session?: string },
): Promise<void> {
  const { program, argv, env } = agent.command(world, prompt, session);
  const child = spawn(program, argv, {
    cwd: project,
    env: { PATH: process.env.PATH ?? "", HOME: world.home, ...env },
    stdio: "ignore",
    timeout: 120_000,
  });
  await new Promise((resolve) => child.on("close", resolve));
}
