import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

/** A model whose reasoning is bound. */
const MODEL = "claude-opus-5-5";

/** Claude Code, whose sessions are files of lines; it is resumed by the session's id. */
export const claudeCode: Agent = {
  name: "Claude Code",
  packages: ["@anthropic-ai/claude-code@2.1.332"],
  setUp: "node_modules/@anthropic-ai/claude-code/install.cjs",
  command({ url, packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", session];
    return {
      program: join(packages, "node_modules/.bin/claude"),
      argv: ["-p", prompt, ...resume, "--allowedTools", "Bash", "--model", MODEL],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: "sk-ant-test",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    };
  },
  sessions: /^\.claude\/projects\/[^/]+\/[^/]+\.jsonl$/,
  window: 1_000_000,
  idOf: (file) => basename(file, ".jsonl"),
};
