import { inspectTranscript } from "../../analyses/inspect/inspect-transcript.ts";
import type { InspectedTranscript } from "../../analyses/inspect/inspected.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import type { AnyMessage } from "./chat-types.ts";
import { readChat } from "./read-chat.ts";
import type { MessageShape } from "./shape-readers.ts";

/** Inspects an array of messages; lines are the numbers of messages, from 1. */
export function inspectChat(
  messages: readonly AnyMessage[],
  {
    file,
    shape,
    policy,
  }: {
    readonly file: string;
    readonly shape: MessageShape | undefined;
    readonly policy: Policy;
  },
): InspectedTranscript {
  const { transcript, format, indexOf } = readChat(messages, { shape, countsAll: true });
  const inspection = inspectTranscript(transcript, {
    file,
    lineOf: ({ message }) => {
      const owner = transcript.messages.at(message);
      return owner === undefined ? 1 : indexOf(owner) + 1;
    },
    placeholders: placeholdersOf(transcript, policy),
    sides: { sideCopies: 0, sideCopyBytes: 0 },
  });
  return { file, line: 1, format, ...inspection };
}
