/**
 * The formats. Each is a file of this folder, with its pieces in a folder of the same name; `gemini/` and
 * `langchain/` have those of a family. None uses another's file, except `claude-web`, whose lines are Claude
 * Code's, and `wrapped-chat`, which passes on what it finds to others. What several use is in
 *
 * - `shared/`: readers of messages, contents and parts that several formats have
 * - `arrange/`: which messages form a transcript, and in which order
 * - `places/`: where programs save sessions
 * - `unread/`: signs of tool results that a format did not read
 */

import type { Tree } from "../json/tree/tree.ts";
import { acp } from "./acp.ts";
import { agentFramework } from "./agent-framework.ts";
import { agentTars } from "./agent-tars.ts";
import { agentdojo } from "./agentdojo.ts";
import { amp } from "./amp.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { antigravity } from "./antigravity.ts";
import { atif } from "./atif/atif.ts";
import { autogen } from "./autogen.ts";
import { bedrock } from "./bedrock.ts";
import { browserUse } from "./browser-use.ts";
import { chatMessage } from "./chat-message.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { claudeManaged } from "./claude-managed.ts";
import { claudeStreamJson } from "./claude-stream-json.ts";
import { claudeWeb } from "./claude-web.ts";
import { clawCode } from "./claw-code.ts";
import { cline } from "./cline/cline.ts";
import { codex } from "./codex/codex.ts";
import { codexExecJson } from "./codex-exec-json.ts";
import { continueDev } from "./continue.ts";
import { copilot } from "./copilot.ts";
import { crewai } from "./crewai.ts";
import { cursor } from "./cursor.ts";
import { cursorStreamJson } from "./cursor-stream-json.ts";
import { droid } from "./droid/droid.ts";
import { droidStreamJson } from "./droid/droid-stream-json.ts";
import { fastAgent } from "./fast-agent.ts";
import type { Format } from "./format.ts";
import { adk } from "./gemini/adk.ts";
import { geminiCli } from "./gemini/gemini-cli.ts";
import { geminiContents } from "./gemini/gemini-contents.ts";
import { geminiStreamJson } from "./gemini/gemini-stream-json.ts";
import { qwenCode } from "./gemini/qwen-code.ts";
import { goose } from "./goose/goose.ts";
import { grokBuild } from "./grok-build.ts";
import { hermes } from "./hermes/hermes.ts";
import { huggingface } from "./huggingface.ts";
import { inspectAi } from "./inspect-ai/inspect-ai.ts";
import { kimiCli } from "./kimi/kimi-cli.ts";
import { kimiCode } from "./kimi/kimi-code.ts";
import { kiro } from "./kiro.ts";
import { langchain } from "./langchain/langchain.ts";
import { langchainDict } from "./langchain/langchain-dict.ts";
import { langchainFlat } from "./langchain/langchain-flat.ts";
import { langfuse } from "./langfuse/langfuse.ts";
import { letta } from "./letta/letta.ts";
import { miniSweAgent } from "./mini-swe-agent.ts";
import { mistralVibe } from "./mistral-vibe.ts";
import { openaiAgentsRunstate } from "./openai-agents-runstate.ts";
import { openaiChat } from "./openai-chat/openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { opencode } from "./opencode/opencode.ts";
import { opencodeStreamJson } from "./opencode/opencode-stream-json.ts";
import { openhands } from "./openhands/openhands.ts";
import { openhandsLlmLogs } from "./openhands-llm-logs.ts";
import { openhandsSdk } from "./openhands-sdk/openhands-sdk.ts";
import { openinference } from "./openinference/openinference.ts";
import { otel } from "./otel/otel.ts";
import { pi } from "./pi/pi.ts";
import { piStreamJson } from "./pi/pi-stream-json.ts";
import { plain } from "./plain.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import { FormatSet } from "./registry/format-set.ts";
import { sessionTrace } from "./session-trace.ts";
import { sharegpt } from "./sharegpt.ts";
import { smolagents } from "./smolagents.ts";
import { strands } from "./strands.ts";
import { sweAgent } from "./swe-agent.ts";
import { sweSmith } from "./swe-smith.ts";
import { tauBench } from "./tau-bench.ts";
import { tau2Bench } from "./tau2-bench.ts";
import { terminus } from "./terminus.ts";
import { trae } from "./trae.ts";
import { vercelModel } from "./vercel-model.ts";
import { vercelUi } from "./vercel-ui/vercel-ui.ts";
import { vscodeChat } from "./vscode-chat/vscode-chat.ts";
import { wrappedChat } from "./wrapped-chat.ts";

/** Every format. Their order here has no effect: they are tried by their evidence. */
const LIST = [
  adk,
  acp,
  agentFramework,
  agentTars,
  agentdojo,
  amp,
  anthropic,
  antigravity,
  atif,
  autogen,
  bedrock,
  browserUse,
  chatMessage,
  claudeCode,
  claudeManaged,
  claudeStreamJson,
  claudeWeb,
  clawCode,
  cline,
  codex,
  codexExecJson,
  continueDev,
  copilot,
  crewai,
  cursor,
  cursorStreamJson,
  droid,
  droidStreamJson,
  fastAgent,
  geminiCli,
  geminiContents,
  geminiStreamJson,
  goose,
  grokBuild,
  hermes,
  huggingface,
  inspectAi,
  kimiCli,
  kimiCode,
  kiro,
  langchain,
  langchainDict,
  langchainFlat,
  langfuse,
  letta,
  miniSweAgent,
  mistralVibe,
  openaiAgentsRunstate,
  openaiChat,
  openaiResponses,
  opencode,
  opencodeStreamJson,
  openhands,
  openhandsLlmLogs,
  openhandsSdk,
  openinference,
  otel,
  pi,
  piStreamJson,
  plain,
  pydanticAi,
  qwenCode,
  sessionTrace,
  sharegpt,
  smolagents,
  strands,
  sweAgent,
  sweSmith,
  tau2Bench,
  terminus,
  tauBench,
  trae,
  vercelModel,
  vercelUi,
  vscodeChat,
  wrappedChat,
] as const satisfies readonly Format[];

export type FormatName = (typeof LIST)[number]["name"];

/** Every format by its name. */
export const FORMATS = Object.fromEntries(LIST.map((format) => [format.name, format])) as {
  readonly [Each in (typeof LIST)[number] as Each["name"]]: Each;
};

/** elision's own formats, in the order in which they are tried. */
export const BUILT_IN = new FormatSet(LIST);

export const FORMAT_NAMES = BUILT_IN.all.map(({ name }) => name) as readonly FormatName[];

/** The format of an input by its first records; undefined if none is certain. */
export function detectFormat(head: readonly Tree[]): FormatName | undefined {
  return BUILT_IN.detect(head)?.name as FormatName | undefined;
}
