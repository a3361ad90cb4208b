import { checkPairs } from "../../analyses/check/check-pairs.ts";
import { checkReasoning, prefixesOf } from "../../analyses/check/check-reasoning.ts";
import type { Finding } from "../../analyses/check/finding.ts";
import type { Format } from "../../formats/format.ts";
import type { Part } from "../../transcript/model/message.ts";
import type { AnyMessage } from "./chat-types.ts";
import { readChat } from "./read-chat.ts";
import { type MessageShape, SHAPE_READERS } from "./shape-readers.ts";

/** The findings in an array of messages: the line of a finding is the number of its message, from 1. */
export function checkChat(
  messages: readonly AnyMessage[],
  {
    file,
    shape,
    binding,
    placeholder,
    against,
  }: {
    readonly file: string;
    readonly shape: MessageShape | undefined;
    readonly binding: string;
    readonly placeholder: string | undefined;
    readonly against: readonly AnyMessage[] | undefined;
  },
): readonly Finding[] {
  const chat = readChat(messages, { shape, findsModels: true });
  const { transcript } = chat;
  const lineOf = ({ message }: Part): number => {
    const owner = transcript.messages.at(message);
    return owner === undefined ? 1 : chat.indexOf(owner) + 1;
  };
  const findings: Finding[] = [];
  const format: Format = SHAPE_READERS[chat.format];
  for (const { node, message } of format.check?.(chat.tree, chat.tree.root) ?? [])
    findings.push({
      file,
      line: Number(chat.tree.path(node)[0] ?? 0) + 1,
      rule: "format",
      message,
    });
  const original = against && prefixesOf(readChat(against, { shape }).transcript);
  const broken = checkReasoning(
    { transcript, lineOf, timeOf: () => undefined },
    { binding, placeholder, original },
  );
  for (const { at, rule, message } of [...checkPairs(transcript), ...broken])
    findings.push({ file, line: lineOf(at), rule, message });
  return findings.sort((a, b) => a.line - b.line);
}
