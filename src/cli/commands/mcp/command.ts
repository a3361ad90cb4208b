import { command } from "../../options/command-declaration.ts";
import { MCP_FLAGS } from "./flags.ts";

export const mcp = command({
  summary: "an MCP server with tools to read what was masked",
  description:
    "A server of the Model Context Protocol over stdin and stdout, for an agent to start. Its tools: show (the " +
    "original of a reference, or some lines of it), turn, search (in the archive and a session), inspect, and " +
    "compact (which changes nothing unless --write is given and the call says apply).",
  flags: MCP_FLAGS,
  notes: `It needs the package @modelcontextprotocol/sdk, which is not installed with
elision. How to set it up in Claude Code, Codex, Gemini CLI and opencode is in
docs/mcp.md.`,
  examples: [["claude mcp add elision -- elision mcp", "set it up in Claude Code"]],
  exitCodes: [
    ["0", "the agent closed the connection"],
    ["2", "usage error, or the package is missing"],
  ],
  run: async (shell, _words, flags, program) =>
    (await import("./run.ts")).mcpCommand(shell, flags, program),
});
