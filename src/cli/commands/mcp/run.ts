import { ElisionError } from "../../../base/errors.ts";
import type { McpWorld, ProgramOutcome } from "../../../serve/mcp/mcp-tool.ts";
import { userArchive } from "../../archives/user-archive.ts";
import type { Program } from "../../options/command-declaration.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { McpFlags } from "./flags.ts";

/** Serves the tools until the agent closes the connection. Gives the exit code. */
export async function mcpCommand(
  shell: Shell,
  { archive, write = false }: McpFlags,
  program: Pick<Program, "again">,
): Promise<number> {
  const { serveStdio } = await loadServer();
  if (shell.stdin.isTerminal)
    createNotices(shell.stderr, { quiet: false }).note(
      "an agent starts this command, see docs/mcp.md; Ctrl-D ends it",
    );
  const world: McpWorld = {
    run: (argv) => outcomeOf(shell, argv, program),
    archive: archive || userArchive(shell.env),
    archiveArgv: archive ? ["--archive", archive] : [],
    mayWrite: write,
  };
  await serveStdio(world);
  return EXIT.done;
}

/** Loads the server; the error says how to install the package that it needs. */
async function loadServer(): Promise<typeof import("../../../serve/mcp/serve-stdio.ts")> {
  try {
    return await import("../../../serve/mcp/serve-stdio.ts");
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.endsWith("MODULE_NOT_FOUND")) throw error;
    const name = "@modelcontextprotocol/sdk";
    throw new ElisionError("no-sdk", `elision mcp needs the package ${name}`, {
      hint: `npm install ${name}; npm install -g ${name} where elision is installed with -g`,
      cause: error,
    });
  }
}

/** Runs the program again with other arguments; its output does not reach the agent's connection. */
async function outcomeOf(
  shell: Shell,
  argv: readonly string[],
  { again }: Pick<Program, "again">,
): Promise<ProgramOutcome> {
  const pieces: Buffer[] = [];
  let stderr = "";
  const write = (text: string) => {
    stderr += text;
  };
  const exitCode = await again({
    argv,
    env: shell.env,
    stdin: { read: async () => 0, isTerminal: true },
    stdout: {
      write: async (written) => {
        for (const piece of written) pieces.push(Buffer.from(piece));
      },
      identity: undefined,
      isTerminal: false,
      columns: undefined,
    },
    stderr: { write, paint: write, isTerminal: false, columns: undefined },
    cores: () => 1,
    now: shell.now,
  });
  return { stdout: Buffer.concat(pieces).toString(), stderr, exitCode };
}
