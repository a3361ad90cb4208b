import { ElisionError } from "../../base/errors.ts";
import { fileArgument, inWords, type McpTool } from "./mcp-tool.ts";

/** Compacts a session's file, or previews that. */
export const compactTool: McpTool = {
  name: "compact",
  description:
    "Says what compacting a saved agent session would save; with `apply` it rewrites the file, and keeps what it " +
    "takes out in the archive, where `show` finds it. Never apply it to the session that you are in.",
  parameters: {
    file: { type: "string", description: "the session's file, or its name" },
    window: {
      type: "integer",
      description: "the newest tool turns whose results stay, 10 if not given",
    },
    max_input_tokens: { type: "integer", description: "the budget, in tokens" },
    apply: { type: "boolean", description: "rewrites the file; false if not given" },
  },
  required: ["file"],
  isReadOnly: false,
  async call({ file, window, max_input_tokens: budget, apply = false }, world) {
    if (apply === true && !world.mayWrite)
      throw new ElisionError("no-write", "this server rewrites no file", {
        hint: "start it as elision mcp --write",
      });
    const { stdout, stderr, exitCode } = await world.run([
      ...(apply === true ? ["--in-place"] : ["--dry-run"]),
      ...(window === undefined ? [] : ["--window", String(window)]),
      ...(budget === undefined ? [] : ["--max-input-tokens", String(budget)]),
      ...(apply === true ? world.archiveArgv : []),
      fileArgument(file),
    ]);
    const text = inWords(`${stdout}${stderr}`);
    if (exitCode > 1) throw new ElisionError("failed", text);
    return text === "" ? "nothing to compact" : text;
  },
};
