import type { FormatName } from "../../../src/formats/index.ts";
import { asChatMessages, asOpenAi } from "../conversations.ts";
import { acp } from "./acp.ts";
import { adk } from "./adk.ts";
import { agentFramework } from "./agent-framework.ts";
import { agentTars } from "./agent-tars.ts";
import { agentdojo } from "./agentdojo.ts";
import { amp } from "./amp.ts";
import { anthropic } from "./anthropic.ts";
import { antigravity } from "./antigravity.ts";
import { atif } from "./atif.ts";
import { autogen } from "./autogen.ts";
import { bedrock } from "./bedrock.ts";
import { browserUse } from "./browser-use.ts";
import { claudeCode } from "./claude-code.ts";
import { claudeManaged } from "./claude-managed.ts";
import { claudeStreamJson } from "./claude-stream-json.ts";
import { claudeWeb } from "./claude-web.ts";
import { clawCode } from "./claw-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { codexExecJson } from "./codex-exec-json.ts";
import { continueDev } from "./continue.ts";
import { copilot } from "./copilot.ts";
import { crewai } from "./crewai.ts";
import { cursor, cursorStreamJson } from "./cursor.ts";
import { droid, droidStreamJson } from "./droid.ts";
import { fastAgent } from "./fast-agent.ts";
import { geminiCli } from "./gemini-cli.ts";
import { geminiContents } from "./gemini-contents.ts";
import { geminiStreamJson } from "./gemini-stream-json.ts";
import { goose } from "./goose.ts";
import { grokBuild } from "./grok-build.ts";
import { hermes } from "./hermes.ts";
import { huggingface } from "./huggingface.ts";
import { inspectAi } from "./inspect-ai.ts";
import { kimiCli } from "./kimi-cli.ts";
import { kimiCode } from "./kimi-code.ts";
import { kiro } from "./kiro.ts";
import { langchain, langchainDict, langchainFlat } from "./langchain.ts";
import { langfuse } from "./langfuse.ts";
import { letta } from "./letta.ts";
import { miniSweAgent } from "./mini-swe-agent.ts";
import { mistralVibe } from "./mistral-vibe.ts";
import { openaiAgentsRunstate } from "./openai-agents-runstate.ts";
import { openaiResponses } from "./openai-responses.ts";
import { opencode, opencodeStreamJson } from "./opencode.ts";
import { openhands } from "./openhands.ts";
import { openhandsLlmLogs } from "./openhands-llm-logs.ts";
import { openhandsSdk } from "./openhands-sdk.ts";
import { openinference } from "./openinference.ts";
import { otel } from "./otel.ts";
import { pi, piStreamJson } from "./pi.ts";
import { plain } from "./plain.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import { qwenCode } from "./qwen-code.ts";
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
import { vercelModel, vercelUi } from "./vercel.ts";
import { vscodeChat } from "./vscode-chat.ts";
import { wrappedChat } from "./wrapped-chat.ts";
import type { Writer } from "./writer.ts";

/** A generator for every format. */
export const WRITERS = {
  acp,
  "agent-framework": agentFramework,
  "agent-tars": agentTars,
  agentdojo,
  amp,
  anthropic,
  antigravity,
  atif,
  autogen,
  bedrock,
  "browser-use": browserUse,
  "chat-message": { layout: "lines", write: asChatMessages },
  "claude-code": claudeCode,
  "claude-managed": claudeManaged,
  "claude-stream-json": claudeStreamJson,
  "claude-web": claudeWeb,
  "claw-code": clawCode,
  cline,
  codex,
  "codex-exec-json": codexExecJson,
  continue: continueDev,
  copilot,
  crewai,
  cursor,
  "cursor-stream-json": cursorStreamJson,
  droid,
  "droid-stream-json": droidStreamJson,
  "fast-agent": fastAgent,
  "gemini-cli": geminiCli,
  "gemini-contents": geminiContents,
  "gemini-stream-json": geminiStreamJson,
  goose,
  "grok-build": grokBuild,
  hermes,
  huggingface,
  "inspect-ai": inspectAi,
  "kimi-cli": kimiCli,
  "kimi-code": kimiCode,
  kiro,
  langchain,
  "langchain-dict": langchainDict,
  "langchain-flat": langchainFlat,
  "mini-swe-agent": miniSweAgent,
  "mistral-vibe": mistralVibe,
  "openai-chat": { layout: "lines", write: asOpenAi },
  "openai-responses": openaiResponses,
  opencode,
  "opencode-stream-json": opencodeStreamJson,
  openhands,
  "openhands-sdk": openhandsSdk,
  "openhands-llm-logs": openhandsLlmLogs,
  adk,
  letta,
  "openai-agents-runstate": openaiAgentsRunstate,
  openinference,
  "pydantic-ai": pydanticAi,
  langfuse,
  otel,
  pi,
  "pi-stream-json": piStreamJson,
  plain,
  "qwen-code": qwenCode,
  "session-trace": sessionTrace,
  sharegpt,
  smolagents,
  strands,
  "swe-agent": sweAgent,
  "swe-smith": sweSmith,
  "tau-bench": tauBench,
  "tau2-bench": tau2Bench,
  terminus,
  trae,
  "vercel-model": vercelModel,
  "vercel-ui": vercelUi,
  "vscode-chat": vscodeChat,
  "wrapped-chat": wrappedChat,
} as const satisfies Record<FormatName, Writer>;
