import { CONTENT, TEXT_KEY } from "../../../formats/shared/shared-keys.ts";
import { RESULT } from "../../../json/tape/chat-table.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { getString, listOf, NONE, type Node } from "../../../json/tree/tree.ts";
import type { MessagesToDrop, SummarySource } from "../../../reduce/summaries/summary-source.ts";
import type {
  CallPart,
  Message,
  ObservationPart,
  Part,
} from "../../../transcript/model/message.ts";
import type { NotedConversation } from "../messages/noted-conversation.ts";
import type { PlainResults } from "../results/plain-results.ts";

/**
 * A conversation in columns, as a summary reads it. Its results are parts by their numbers, then come its calls, and
 * last the text of the task; each is made when it is read.
 */
export class RowSummary implements SummarySource {
  readonly firstLive = 0;
  readonly hasTags = false;
  readonly messages: readonly Message[];
  readonly parts = { at: (index: number) => this.part(index) };
  readonly pairs = { mate: (index: number) => this.mate(index) };
  private readonly conversation: NotedConversation;
  private readonly results: PlainResults;
  private readonly task: RowTask;

  /** `results`: opened for the conversation. */
  constructor(conversation: NotedConversation, results: PlainResults, task: RowTask) {
    this.conversation = conversation;
    this.results = results;
    this.task = task;
    const index = conversation.results + conversation.calls;
    this.messages = task === "none" ? [] : [taskMessage(task, index)];
  }

  text({ index, kind }: Part): string {
    if (kind === "text") return this.task === "none" ? "" : this.task.text;
    if (kind === "observation") return this.results.node(index) < 0 ? "" : this.results.text(index);
    const { conversation } = this;
    const call = index - conversation.results;
    return this.textAt(conversation.nameOf(call)) + this.textAt(conversation.argumentsOf(call));
  }

  excerpt(part: Part, count: number): string {
    const { results } = this;
    if (part.kind !== "observation" || results.node(part.index) < 0) return this.text(part);
    return results.excerpt(part.index, count);
  }

  /** The results of the messages that are not kept, or backwards their calls, each as a message of its own. */
  dropped(kept: Uint8Array): MessagesToDrop {
    const { conversation } = this;
    const { results } = conversation;
    const one = (index: number, message: number) =>
      messageOf(message, "assistant", [this.part(index)]);
    return {
      *[Symbol.iterator]() {
        for (let k = 0; k < results; k++) {
          const message = conversation.answerer(k);
          if (kept[message] === 0) yield one(k, message);
        }
      },
      *backwards() {
        for (let call = conversation.calls - 1; call >= 0; call--) {
          const message = conversation.caller(call);
          if (kept[message] === 0) yield one(results + call, message);
        }
      },
    };
  }

  private part(index: number): ObservationPart | CallPart {
    const { conversation, results } = this;
    const call = index - conversation.results;
    if (call >= 0) {
      const name = this.textAt(conversation.nameOf(call));
      return { kind: "call", index, message: conversation.caller(call), chars: 0, name };
    }
    return {
      kind: "observation",
      index,
      message: conversation.answerer(index),
      chars: conversation.result(index, RESULT.chars),
      // Searches the text.
      get isError() {
        return results.isError(index);
      },
      editable: true,
      extra: undefined,
    };
  }

  private mate(index: number): number | undefined {
    const call = index - this.conversation.results;
    const answer = call < 0 ? -1 : this.conversation.answerTo(call);
    return answer < 0 ? undefined : answer;
  }

  private textAt(node: Node): string {
    return node < 0 ? "" : this.results.tree.text(node);
  }
}

function taskMessage({ message, text }: Exclude<RowTask, "none">, index: number): Message {
  return messageOf(message, "user", [{ kind: "text", index, message, chars: text.length }]);
}

function messageOf(index: number, role: Message["role"], parts: readonly Part[]): Message {
  return { index, record: 0, role, parts, tags: [], fixed: false, joined: false };
}

/** The task of a conversation, the first message of the user that says something: its number and its text. */
export type RowTask = { readonly message: number; readonly text: string } | "none";

/** The task of a conversation; undefined where only its format can tell. */
export function taskOfRow(
  tree: TapeTree,
  conversation: NotedConversation,
  items: readonly Node[],
): RowTask | undefined {
  for (let message = 0; message < conversation.messages; message++) {
    if (conversation.role(message) !== "user") continue;
    const texts = textsOf(tree, tree.get(items[message] ?? NONE, CONTENT));
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    // A text may be empty, an image has no chars, and a message may hold more than its content.
    const isAll = chars > 0 && chars === conversation.charsOf(message);
    return isAll ? { message, text: texts.join("\n") } : undefined;
  }
  return "none";
}

/** The texts of a content: a string, or those of its blocks. */
function textsOf(tree: TapeTree, content: Node): readonly string[] {
  const blocks = tree.isString(content) ? [content] : listOf(tree, content);
  const texts = blocks.map((block) =>
    tree.isString(block) ? block : getString(tree, block, TEXT_KEY),
  );
  return texts.filter((text) => text !== NONE).map((text) => tree.text(text));
}
