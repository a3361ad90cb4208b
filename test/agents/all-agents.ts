import type { Agent } from "./agent.ts";
import { amp } from "./amp.ts";
import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { continueCli } from "./continue.ts";
import { copilotCli } from "./copilot.ts";
import { droid } from "./droid.ts";
import { geminiCli } from "./gemini-cli.ts";
import { goose } from "./goose.ts";
import { grok } from "./grok.ts";
import { hermes } from "./hermes.ts";
import { kimiCli } from "./kimi-cli.ts";
import { kimiCode } from "./kimi-code.ts";
import { kilo, opencode } from "./opencode.ts";
import { openHands } from "./openhands.ts";
import { pi } from "./pi.ts";
import { qwenCode } from "./qwen-code.ts";
import { mistralVibe, mistralVibe2 } from "./vibe.ts";

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
  cline,
  droid,
  goose,
  grok,
  hermes,
  kilo,
  kimiCode,
  pi,
  mistralVibe2,
  mistralVibe,
  amp,
];
