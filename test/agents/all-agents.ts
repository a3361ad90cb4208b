import type { Agent } from "./agent.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { continueCli } from "./continue.ts";
import { copilotCli } from "./copilot.ts";
import { geminiCli } from "./gemini-cli.ts";
import { kimiCli } from "./kimi-cli.ts";
import { opencode } from "./opencode.ts";
import { openHands } from "./openhands.ts";
import { qwenCode } from "./qwen-code.ts";

/** The real agents that are tried. */
export const AGENTS: readonly Agent[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  opencode,
  continueCli,
  copilotCli,
  kimiCli,
  openHands,
];
