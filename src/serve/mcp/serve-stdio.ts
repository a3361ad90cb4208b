import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "./mcp-server.ts";
import type { McpWorld } from "./mcp-tool.ts";

/** Serves the tools over stdin and stdout, until stdin ends. */
export async function serveStdio(world: McpWorld): Promise<void> {
  const { server, settled } = createMcpServer(world);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await settled();
  // The last answer is sent right after it is ready.
  await new Promise((resolve) => setImmediate(resolve));
  await server.close();
}
