import { utf8Bytes } from "../../base/utf8-bytes.ts";
import { type MaskPolicy, maskPolicyOptions } from "../../reduce/pipeline/mask-policy.ts";
import { savesEnough } from "../../reduce/pipeline/min-gain.ts";
import { DISPATCH_MARK } from "../../reduce/placeholders/dispatch.ts";
import { fieldsOf } from "../../reduce/placeholders/placeholder-fields.ts";
import { placeholderTest } from "../../reduce/placeholders/recognise-placeholder.ts";
import { parseTemplate, renderTemplate } from "../../reduce/placeholders/template.ts";
import { viewOf } from "../../reduce/texts/text-view.ts";
import { holdsErrorWords } from "../../transcript/model/error-words.ts";
import type { AnyChatMessage } from "./chat-types.ts";
import { chatShapeOf } from "./message-shape.ts";
import { readChat } from "./read-chat.ts";
import { newestOfEachTool, resultIn, toolTurnsIn } from "./tool-turns.ts";

/**
 * Masks the results of old tool turns in messages of OpenAI's shape before they are sent, so that calls
 * and results stay joined (Kimi proxy's mask policy). Only `content` of messages of role `tool`
 * changes, on copies.
 *
 * A tool turn is one assistant message with calls. The results of the newest `window_turns` stay as they
 * are. So do errors, the newest results of each tool, results whose `tool_call_id` no call has, and
 * contents that are not a string. Nothing is masked twice, or by a text that is not shorter. The same
 * array comes back when the policy is off, its window is 0 or less, or nothing was masked: do not change it.
 *
 * @throws {ElisionError} `bad-option` where a value of the policy makes no sense, `unknown-shape` for
 * messages of another shape or of both.
 */
export function maskOldToolResults<M extends AnyChatMessage>(
  messages: readonly M[],
  policy: MaskPolicy = {},
): M[] {
  const options = maskPolicyOptions(policy);
  chatShapeOf(messages, { anyResult: true });
  if (!options.observationMasking) return messages as M[];
  const turns = toolTurnsIn(messages);
  const keptIds = turns.idsOfNewest(options.window);
  for (const id of newestOfEachTool(messages, turns, options.keepLastPerTool)) keptIds.add(id);

  const { transcript, indexOf } = readChat(messages, { shape: "openai-chat", anyResult: true });
  const template = parseTemplate(options.placeholder);
  const isMasked = placeholderTest(template, undefined);
  const result = [...messages];
  for (const part of transcript.observations()) {
    const message = transcript.messages.at(part.message);
    const index = message === undefined ? -1 : indexOf(message);
    const old = messages[index];
    const found = resultIn(old, turns);
    if (old === undefined || found === undefined || keptIds.has(found.id)) continue;
    const { id, content } = found;
    if (typeof content !== "string") continue;
    if (options.keepErrors === "all" && holdsErrorWords(content)) continue;
    if (!content.includes(DISPATCH_MARK) && isMasked(viewOf(content))) continue;
    const fields = {
      ...fieldsOf(transcript),
      tool_call_id: () => id,
      tool_name: () => turns.nameOf(id) || "inconnu",
    };
    const text = renderTemplate(template, fields, part);
    const savedBytes = utf8Bytes(content) - utf8Bytes(text);
    if (savesEnough(content.length - text.length, savedBytes, 1))
      result[index] = { ...old, content: text };
  }
  const isSame = result.every((message, index) => message === messages[index]);
  return isSame ? (messages as M[]) : result;
}
