import { type ChildProcess, spawn } from "node:child_process";
import { quoted } from "../base/quoted.ts";
import { HAS_GROUPS, killGroup, watchGroup } from "../io/process-groups.ts";
import { MAX_REPLY_BYTES } from "./bounded-fetch.ts";
import type { Attempt, Client } from "./client.ts";
import type { ModelIdentity } from "./model-identity.ts";
import type { ModelOptions } from "./model-options.ts";
import type { ModelRequest } from "./model-request.ts";

/**
 * A model behind a command of the shell: it gets what it is told and the prompt on stdin, and its
 * stdout is the reply.
 */
export function commandClient(identity: ModelIdentity, env: ModelOptions["env"]): Client {
  const { model: command } = identity;
  return {
    ...identity,
    destination: `the command ${quoted(command)}`,
    attempt: (request, signal) => run(command, request, { env, signal }),
  };
}

function run(
  command: string,
  { system, prompt }: ModelRequest,
  { env, signal }: { readonly env: ModelOptions["env"]; readonly signal: AbortSignal },
): Promise<Attempt> {
  return new Promise((resolve) => {
    let leader: number | undefined;
    const isOver = HAS_GROUPS ? watchGroup(() => leader) : () => {};
    // A group of its own: what the shell starts has to end with it.
    const child = spawn(command, {
      shell: true,
      env: { ...env },
      stdio: "pipe",
      detached: HAS_GROUPS,
    });
    leader = child.pid;
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    let size = 0;
    const end = (attempt: Attempt) => {
      signal.removeEventListener("abort", abort);
      for (const stream of child.stdio) stream?.destroy();
      isOver();
      resolve(attempt);
    };
    const stop = (reason: string) => {
      kill(child);
      end({ ok: false, reason });
    };
    const abort = () => stop("timed out");
    signal.addEventListener("abort", abort);
    child.on("error", (error) => end({ ok: false, reason: `not started: ${error.message}` }));
    child.stdin.on("error", () => {}); // It need not read all of the prompt.
    child.stdout.on("data", (bytes: Buffer) => {
      size += bytes.length;
      if (size > MAX_REPLY_BYTES) stop(`the reply is larger than ${MAX_REPLY_BYTES / 1e6} MB`);
      else out.push(bytes);
    });
    child.stderr.on("data", (bytes: Buffer) => {
      if (said.length < 16) said.push(bytes);
    });
    child.on("close", (code, killedBy) => {
      if (code === 0) end({ ok: true, text: Buffer.concat(out).toString("utf8") });
      else end({ ok: false, reason: `ended with ${code ?? killedBy}${lastLine(said)}` });
    });
    child.stdin.end(`${system}\n\n${prompt}`);
  });
}

function kill(child: ChildProcess): void {
  if (HAS_GROUPS && child.pid !== undefined) killGroup(child.pid);
  else child.kill("SIGKILL");
}

/** The last line of what it said on stderr. */
function lastLine(said: readonly Buffer[]): string {
  const line = Buffer.concat(said).toString("utf8").trim().split("\n").at(-1)?.trim() ?? "";
  return line === "" ? "" : `: ${line.slice(0, 200)}`;
}
