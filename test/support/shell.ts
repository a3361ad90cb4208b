import { run } from "../../src/cli/main.ts";
import type { Shell } from "../../src/cli/terminal/shell.ts";
import { pieceSource } from "../../src/io/piece-source.ts";
import { dataHome } from "./data-home.ts";

/** What the program printed, and its exit code. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** The world for one run of the program, inside this process. */
export interface World {
  readonly stdin?: string | Uint8Array | AsyncIterable<Buffer>;
  readonly env?: Shell["env"];
  readonly terminal?: boolean;
  /** Whether stdout is a terminal too. */
  readonly stdoutTerminal?: boolean;
  readonly columns?: number;
  readonly now?: () => number;
  /** Called with each piece of output, to fail as a file or a pipe would. */
  readonly onWrite?: (piece: Buffer) => void;
  readonly expectObjects?: () => void;
}

/** Runs the program in this process. */
export async function elision(argv: readonly string[], world: World = {}): Promise<Outcome> {
  const pieces: Buffer[] = [];
  let stderr = "";
  const { stdin } = world;
  const exitCode = await run({
    argv,
    env: { XDG_DATA_HOME: dataHome(), ...world.env },
    stdin: { ...pieceSource(chunksOf(stdin)), isTerminal: stdin === undefined },
    stdout: {
      async write(written) {
        for (const piece of written) {
          world.onWrite?.(piece);
          pieces.push(Buffer.from(piece));
        }
      },
      identity: undefined,
      isTerminal: world.stdoutTerminal ?? false,
      columns: world.columns,
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
      isTerminal: world.terminal ?? false,
      columns: world.columns,
    },
    cores: () => 1,
    now: world.now ?? (() => 0),
    wait: async () => {},
    ...(world.expectObjects && { expectObjects: world.expectObjects }),
  });
  return { stdout: Buffer.concat(pieces).toString(), stderr, exitCode };
}

/** The same in a folder, below which the arguments name files. */
export async function elisionIn(
  folder: string,
  argv: readonly string[],
  world: World = {},
): Promise<Outcome> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await elision(argv, world);
  } finally {
    process.chdir(before);
  }
}

async function* chunksOf(input: World["stdin"]): AsyncGenerator<Buffer> {
  if (input === undefined) return;
  if (typeof input === "string") yield Buffer.from(input);
  else if (input instanceof Uint8Array) yield Buffer.from(input);
  else yield* input;
}
