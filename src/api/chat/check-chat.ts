import { checkPairs } from "../../analyses/check/check-pairs.ts";
import type { Finding } from "../../analyses/check/finding.ts";
import type { Format } from "../../formats/format.ts";
import type { AnyMessage } from "./chat-types.ts";
import { readChat } from "./read-chat.ts";
import { type MessageShape, SHAPE_READERS } from "./shape-readers.ts";

/** The findings in an array of messages: the line of a finding is the number of its message, from 1. */
export function checkChat(
  messages: readonly AnyMessage[],
  { file, shape }: { readonly file: string; readonly shape: MessageShape | undefined },
): readonly Finding[] {
  const chat = readChat(messages, { shape });
  const findings: Finding[] = [];
  const format: Format = SHAPE_READERS[chat.format];
  for (const { node, message } of format.check?.(chat.tree, chat.tree.root) ?? [])
    findings.push({
      file,
      line: Number(chat.tree.path(node)[0] ?? 0) + 1,
      rule: "format",
      message,
    });
  for (const { at, rule, message } of checkPairs(chat.transcript)) {
    const owner = chat.transcript.messages.at(at.message);
    findings.push({ file, line: owner === undefined ? 1 : chat.indexOf(owner) + 1, rule, message });
  }
  return findings.sort((a, b) => a.line - b.line);
}
