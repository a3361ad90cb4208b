import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ElisionError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { version } from "../../base/version.ts";
import { compactTool } from "./compact-tool.ts";
import { inspectTool } from "./inspect-tool.ts";
import { callTool, type McpTool, type McpWorld } from "./mcp-tool.ts";
import { searchTool } from "./search-tool.ts";
import { showTool } from "./show-tool.ts";
import { turnTool } from "./turn-tool.ts";

/** Every tool of the server. */
const MCP_TOOLS: readonly McpTool[] = [showTool, turnTool, searchTool, inspectTool, compactTool];

/** A server of the Model Context Protocol with these tools. */
export interface McpServer {
  /** To connect to a transport. */
  readonly server: Server;
  /** Waits for the calls in progress. */
  settled(): Promise<unknown>;
}

/** A server with the tools; it answers one call after another. */
export function createMcpServer(world: McpWorld): McpServer {
  const server = new Server({ name: "elision", version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: MCP_TOOLS.map(definitionOf) }));
  // One call after another: runs of the program share their buffers.
  let before: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const answer = before.then(() => answerTo(params.name, params.arguments ?? {}, world));
    before = answer;
    return answer;
  });
  return { server, settled: () => before };
}

function definitionOf({ name, description, parameters, required, isReadOnly }: McpTool) {
  return {
    name,
    description,
    inputSchema: {
      type: "object" as const,
      properties: { ...parameters },
      required: [...required],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: false },
  };
}

/** The answer to a call. Errors are reported to the model, which can try something else. */
async function answerTo(name: string, input: unknown, world: McpWorld) {
  try {
    return { content: [{ type: "text" as const, text: await answerOf(name, input, world) }] };
  } catch (error) {
    const hint = error instanceof ElisionError && error.hint ? `\n${error.hint}` : "";
    const said = error instanceof Error ? error.message : String(error);
    return { content: [{ type: "text" as const, text: `${said}${hint}` }], isError: true };
  }
}

async function answerOf(name: string, input: unknown, world: McpWorld): Promise<string> {
  const tool = MCP_TOOLS.find((each) => each.name === name);
  if (tool !== undefined) return callTool(tool, input, world);
  const names = MCP_TOOLS.map((each) => each.name);
  const meant = nearest(name, names);
  const guess = meant === undefined ? "" : ` (did you mean ${JSON.stringify(meant)}?)`;
  throw new ElisionError("bad-option", `no tool ${JSON.stringify(name)}${guess}`, {
    hint: `the tools are ${names.join(", ")}`,
  });
}
