import { fileArgument, type McpTool, outputOf } from "./mcp-tool.ts";

/** Reports where the characters of a session are. */
export const inspectTool: McpTool = {
  name: "inspect",
  description:
    "Says what fills a saved agent session: chars by kind and tool, the largest results, and what masking " +
    "those outside a window would save. `file` is a path, or a session's name such as `@latest`.",
  parameters: { file: { type: "string", description: "the session's file, or its name" } },
  required: ["file"],
  isReadOnly: true,
  async call({ file }, { run }) {
    return outputOf(await run(["inspect", fileArgument(file)])).trimEnd();
  },
};
