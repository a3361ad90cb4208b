import { fstatSync, writeSync } from "node:fs";
import { requireModule } from "../base/require-module.ts";
import { version } from "../base/version.ts";
import { type ByteSource, descriptorSource, isTerminal } from "../io/file-descriptor.ts";
import { directSink } from "../io/replacement/direct-output.ts";
import { atLaterTurn } from "../io/signals.ts";
import { optimizeLater, restoreFlags, settle } from "./start/engine-flags.ts";
import { knownError } from "./terminal/known-error.ts";
import { EXIT, type Shell } from "./terminal/shell.ts";
import { knownWidth } from "./terminal/stream-width.ts";
import { type RawShell, withVisibleStderr } from "./terminal/visible-output.ts";

export { restoreFlags };

/** The shell of this process. */
function processShell(): RawShell {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    stdin: {
      ...lazily(() => descriptorSource(0)),
      identity: identityOf(0),
      // Getters where few runs ask.
      get isTerminal() {
        return isTerminal(0);
      },
    },
    stdout: {
      direct: STDOUT,
      write: output.write,
      identity: identityOf(1),
      get isTerminal() {
        return isTerminal(1);
      },
      // A getter, since it creates a stream that the program does not write to.
      get columns() {
        return isTerminal(1) ? knownWidth(process.stdout.columns) : undefined;
      },
    },
    stderr: {
      write: writeMessage,
      identity: identityOf(2),
      isTerminal: isTerminal(2),
      get columns() {
        return isTerminal(2) ? knownWidth(openStderr().columns) : undefined;
      },
    },
    startPager: async (command, env) =>
      (await import("./terminal/start-pager.ts")).startPager(command, env),
    // A getter, since it loads a library that plain runs do not need.
    cores: () => (requireModule("node:os") as typeof import("node:os")).availableParallelism(),
    now: () => Date.now(),
    random: () => Math.random(),
    expectObjects: optimizeLater,
  };
}

const STDOUT = { file: 1, name: "stdout" };
const output = directSink(STDOUT);

let stderr: typeof process.stderr | undefined;

/** Whether stderr took no more, though somebody may read it: what it was to say is lost. */
let isStderrFull = false;

/** The codes of the system for a stream that nobody reads any more. */
const UNREAD: ReadonlySet<string | undefined> = new Set(["EPIPE", "EBADF", "ECONNRESET"]);

/**
 * Writes to stderr directly, without Node's stream, which takes milliseconds to create. The stream is used if the
 * write would block, and on Windows, whose terminals take text rather than bytes.
 */
function writeMessage(text: string): void {
  let left: Uint8Array = Buffer.from(text);
  if (stderr === undefined && process.platform !== "win32") {
    try {
      while (left.length > 0) left = left.subarray(writeSync(2, left));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EAGAIN") {
        isStderrFull ||= !UNREAD.has(code); // That nobody reads it any more is no reason to fail.
        return;
      }
    }
  }
  if (left.length > 0) openStderr().write(left);
}

/** Node's stream for messages. */
function openStderr(): typeof process.stderr {
  if (stderr === undefined) {
    stderr = process.stderr;
    stderr.on("error", () => {});
  }
  return stderr;
}

/** A source that is opened when it is first read: stdin may be closed and not needed. */
function lazily(open: () => ByteSource): ByteSource {
  let source: ByteSource | undefined;
  return {
    async read(into) {
      source ??= open();
      return source.read(into);
    },
    readAhead: (room) => source?.readAhead?.(room),
  };
}

function identityOf(file: number): Shell["stdout"]["identity"] {
  try {
    const stats = fstatSync(file, { bigint: true });
    return stats.isFile() ? { dev: stats.dev, ino: stats.ino } : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the program in a shell; gives the exit code. */
export async function run(world: RawShell): Promise<number> {
  const shell = withVisibleStderr(world);
  const [only, ...others] = shell.argv;
  if (others.length === 0 && (only === "--version" || only === "-V")) {
    await shell.stdout.write([Buffer.from(`elision ${version}\n`)]);
    return EXIT.done;
  }
  if (only === "show") {
    const { showQuickly } = await import("./commands/show/show-quickly.ts");
    const exitCode = await showQuickly(shell);
    if (exitCode !== undefined) return exitCode;
  }
  const { runProgram } = await import("./program.ts");
  return runProgram(shell, { version });
}

/** Commands that wait for others, and have no turns of their own. */
const WAITING: ReadonlySet<string> = new Set(["serve", "mcp", "pipe"]);

/** Milliseconds after which a run is long, and flags of V8 are set for that. */
const LONG_MS = 500;

/** Runs the program as a process. */
export async function main(): Promise<void> {
  if (process.argv.some((word) => WAITING.has(word))) setTimeout(settle, LONG_MS).unref();
  else atLaterTurn(LONG_MS, settle);
  try {
    process.exitCode = await run(processShell());
    if (isStderrFull) process.exitCode = EXIT.failed;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException | undefined)?.code;
    if (code === "EPIPE") return;
    const { stderr } = withVisibleStderr(processShell());
    stderr.write(`elision: ${inWords(error)}\n`);
    if (process.env.ELISION_DEBUG) stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = EXIT.failed;
  }
}

/** The message for an error: of the system, of an input, or an internal error, named as one. */
function inWords(error: unknown): string {
  try {
    const { message, hint } = knownError(error);
    return hint === undefined ? message : `${message}\nelision:   ${hint}`;
  } catch {
    const said = error instanceof Error ? error.message : String(error);
    return `internal error: ${said}\nelision:   ELISION_DEBUG=1 shows where, for a report of it`;
  }
}
