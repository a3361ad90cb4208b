import { spawn } from "node:child_process";
import { devNull } from "node:os";
import type { ByteSource } from "../../../io/file-descriptor.ts";
import { archiveToRead } from "../../archives/user-archive.ts";
import { usage } from "../../options/usage-error.ts";
import { knownError } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { HookFlags } from "./flags.ts";
import { type HookedSession, sessionOfClaudeCode, sessionOfCodex } from "./hooked-session.ts";

const HELP = "elision hook --help";

/** Handles an event of an agent's hook. Gives the exit code, which is 0 if an agent runs it. */
export async function hookCommand(
  shell: Shell,
  [agent, notification]: readonly string[],
  flags: HookFlags,
): Promise<number> {
  if (agent !== "claude-code" && agent !== "codex")
    throw usage("hook takes an agent: claude-code or codex", HELP);
  const isOfPerson =
    agent === "codex" ? notification === undefined : shell.stdin.isTerminal === true;
  if (isOfPerson) throw usage("hook is run by an agent, which says which session it is", HELP);
  const notices = createNotices(shell.stderr, { quiet: false });
  try {
    const session =
      agent === "codex"
        ? sessionOfCodex(notification ?? "")
        : sessionOfClaudeCode(await textOf(shell.stdin));
    if (session !== undefined) await keep(session, shell, flags);
  } catch (error) {
    notices.error(knownError(error));
  }
  return EXIT.done;
}

/** The most bytes of an event that are read: an event holds a path, not a transcript. */
const MOST_BYTES = 1_000_000;

async function textOf(stdin: ByteSource): Promise<string> {
  const bytes = Buffer.alloc(MOST_BYTES);
  let length = 0;
  while (length < bytes.length) {
    const count = await stdin.read(bytes.subarray(length));
    if (count === 0) break;
    length += count;
    // An agent may leave its end of the pipe open.
    if (isWhole(bytes.toString("utf8", 0, length))) break;
  }
  return bytes.toString("utf8", 0, length);
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Every result, however short: a result that the agent drops cannot be archived later. */
const ALL_RESULTS = ["--window", "0", "--keep-errors", "none", "--min-gain", "1"];

/** Archives the results of a session, and compacts it if it has ended and `--compact-ended` is set. */
async function keep(
  { word, format, hasEnded }: HookedSession,
  shell: Shell,
  { archive, compactEnded, limit }: HookFlags,
): Promise<void> {
  const own = ["--archive", archiveToRead(archive, shell.env)];
  const begun = shell.now();
  const left = () => Math.max(1, limit - (shell.now() - begun));
  await runAgain(
    [
      "--no-config",
      ...ALL_RESULTS,
      ...own,
      "--format",
      format,
      "-q",
      "--report",
      "none",
      "-o",
      devNull,
      word,
    ],
    left(),
  );
  if (!hasEnded || compactEnded !== true) return;
  await runAgain(
    ["-i", "--min-age", "0", ...own, "--format", format, "-q", "--report", "none", word],
    left(),
  );
}

/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE_MS = 2000;

/**
 * Runs the program with other arguments in a child process, and waits until it ends or is killed after `limitMs`.
 * A crash of the child does not end this process. Its messages go to stderr.
 */
async function runAgain(argv: readonly string[], limitMs: number): Promise<void> {
  const [program, script] = process.argv;
  // A single executable file is its own script.
  const own = script === undefined || script === program ? [] : [...process.execArgv, script];
  const child = spawn(process.execPath, [...own, ...argv], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ending = setTimeout(() => child.kill("SIGTERM"), limitMs);
  const killing = setTimeout(() => child.kill("SIGKILL"), limitMs + GRACE_MS);
  await new Promise<void>((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });
  clearTimeout(ending);
  clearTimeout(killing);
}
