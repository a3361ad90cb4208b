/**
 * The formats. Each is a file of this folder, with its pieces in a folder of its name; `gemini/` and
 * `langchain/` have those of a family. None reads with another's file, but for `claude-web`, whose
 * lines are Claude Code's. What several use is in
 *
 * - `shared/`: readers of messages, contents and parts that several formats have
 * - `arrange/`: which messages are a transcript, and in which order
 * - `check/`: what would stop a format's own reader
 * - `native/`: a format's own record of a compaction
 */

import { remembered } from "../base/remembered.ts";
import { TapeTree } from "../json/tape/tape-tree.ts";
import type { Tree } from "../json/tree/tree.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { atif } from "./atif/atif.ts";
import { chatMessage } from "./chat-message.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { claudeManaged } from "./claude-managed.ts";
import { claudeStreamJson } from "./claude-stream-json.ts";
import { claudeWeb } from "./claude-web.ts";
import { cline } from "./cline/cline.ts";
import { codex } from "./codex/codex.ts";
import { codexExecJson } from "./codex-exec-json.ts";
import { copilot } from "./copilot.ts";
import type { Format } from "./format.ts";
import { geminiCli } from "./gemini/gemini-cli.ts";
import { geminiContents } from "./gemini/gemini-contents.ts";
import { geminiStreamJson } from "./gemini/gemini-stream-json.ts";
import { goose } from "./goose/goose.ts";
import { huggingface } from "./huggingface.ts";
import { inspectAi } from "./inspect-ai/inspect-ai.ts";
import { langchain } from "./langchain/langchain.ts";
import { langchainDict } from "./langchain/langchain-dict.ts";
import { langchainFlat } from "./langchain/langchain-flat.ts";
import { miniSweAgent } from "./mini-swe-agent.ts";
import { openaiChat } from "./openai-chat/openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { opencode } from "./opencode/opencode.ts";
import { openhands } from "./openhands/openhands.ts";
import { openhandsSdk } from "./openhands-sdk/openhands-sdk.ts";
import { otel } from "./otel/otel.ts";
import { pi } from "./pi/pi.ts";
import { plain } from "./plain.ts";
import { sharegpt } from "./sharegpt.ts";
import { sweAgent } from "./swe-agent.ts";
import { sweSmith } from "./swe-smith.ts";
import { tauBench } from "./tau-bench.ts";
import { tau2Bench } from "./tau2-bench.ts";
import { vercelModel } from "./vercel-model.ts";
import { vercelUi } from "./vercel-ui/vercel-ui.ts";

/**
 * Every format by its name, in the order in which they are asked. A test shows that what one writes is
 * claimed by no other of the first three groups: order counts for what has to come before `anthropic`
 * and the last group, and there.
 */
export const FORMATS = {
  // Lines, each in an envelope of the one program that writes them.
  "claude-code": claudeCode,
  "claude-managed": claudeManaged,
  "claude-stream-json": claudeStreamJson,
  codex,
  "codex-exec-json": codexExecJson,
  copilot,
  "gemini-cli": geminiCli,
  "gemini-stream-json": geminiStreamJson,
  goose,
  "openhands-sdk": openhandsSdk,
  pi,

  // Documents and rows with keys that no other has.
  atif,
  "claude-web": claudeWeb,
  cline,
  huggingface,
  "inspect-ai": inspectAi,
  "mini-swe-agent": miniSweAgent,
  opencode,
  openhands,
  sharegpt,
  "swe-agent": sweAgent,
  "swe-smith": sweSmith,
  "tau-bench": tauBench,
  "tau2-bench": tau2Bench,

  // Messages that many programs save as they are, known by their blocks. Cline and goose put those of
  // Anthropic into files of their own, which is why these come after.
  "gemini-contents": geminiContents,
  langchain,
  "langchain-dict": langchainDict,
  "langchain-flat": langchainFlat,
  "openai-responses": openaiResponses,
  otel,
  "vercel-model": vercelModel,
  "vercel-ui": vercelUi,
  anthropic,

  // Messages of role and content: ours by their keys, chat completions where nothing speaks against
  // it, and what is never found by content.
  "chat-message": chatMessage,
  "openai-chat": openaiChat,
  plain,
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

/** Formats of lines, each in an envelope of the one program that writes them: the first group. */
const IN_ENVELOPES = FORMAT_NAMES.slice(0, FORMAT_NAMES.indexOf("pi") + 1);

/** Whether a line, in which `format` finds no message, is one of another program's. */
export function isOfAnother(format: FormatName, line: TapeTree): boolean {
  const found = detectIn(line, IN_ENVELOPES);
  return found !== undefined && found !== format && !FORMATS[format].detect([line]);
}

/** The format of an input by its first records, or undefined where none is certain. */
export function detectFormat(head: readonly Tree[]): FormatName | undefined {
  const [only] = head;
  if (head.length === 1 && only instanceof TapeTree && only.isObject(only.root))
    return detectIn(only, FORMAT_NAMES);
  return FORMAT_NAMES.find((name) => FORMATS[name].detect(head));
}

/**
 * The format of one record. Most formats see that it is none of theirs by the keys that it lacks: those
 * that looked no further are not asked again of records with the same profile. Rows have few profiles,
 * and there are many rows. `names` are the first formats of the list, or all.
 */
function detectIn(record: TapeTree, names: readonly FormatName[]): FormatName | undefined {
  const denied = deniedFor(record.profile);
  const head = [record];
  for (let k = 0; k < names.length; k++) {
    if (denied[k] === 1) continue;
    record.wasLookedInto = false;
    if (IN_ORDER[k]?.detect(head)) return names[k];
    if (!record.wasLookedInto) denied[k] = 1;
  }
  return undefined;
}

/** The formats, by number, that no record with this profile is of. */
function deniedFor(profile: string | undefined): Uint8Array {
  const isKept = profile !== undefined && profile.length <= LONGEST_PROFILE;
  return isKept ? deniedByProfile(profile) : noneDenied();
}

const noneDenied = () => new Uint8Array(FORMAT_NAMES.length);

/** The formats by number: names are slow to look up. */
const IN_ORDER: readonly Format[] = Object.values(FORMATS);

const MAX_DENIED = 256;
const LONGEST_PROFILE = 4096;
const deniedByProfile = remembered((_profile: string) => noneDenied(), MAX_DENIED);
