/**
 * Prompts an agent once in a session that it loads, over the Agent Client Protocol, and ends:
 * node acp-prompt.js SESSION PROMPT PROGRAM [ARGUMENT...]
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [sessionId, prompt, program = "", ...argv] = process.argv.slice(2);
const agent = spawn(program, argv, { stdio: ["pipe", "pipe", "ignore"] });
const waiting = new Map();

function send(message) {
  agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function call(method, params) {
  const id = waiting.size + 1;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

createInterface(agent.stdout).on("line", (line) => {
  if (!line.startsWith("{")) return;
  const { id, method, params } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.();
  else if (method === "session/request_permission") {
    const { optionId } = params.options[0];
    send({ id, result: { outcome: { outcome: "selected", optionId } } });
  }
});

const cwd = process.cwd();
await call("initialize", { protocolVersion: 1, clientCapabilities: {} });
await call("session/load", { sessionId, cwd, mcpServers: [] });
await call("session/prompt", { sessionId, prompt: [{ type: "text", text: prompt }] });
agent.kill();
process.exit();
