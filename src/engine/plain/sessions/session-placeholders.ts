import type { KernelSessions } from "../../../json/kernel/kernel-sessions.ts";
import type { SessionWriting } from "../../../json/tape/session-words.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Node } from "../../../json/tree/tree.ts";
import type { NumberedTexts } from "../../../transcript/columns/text-table.ts";
import { argumentOf, type ResultWords } from "../results/plain-results.ts";
import { SessionCalls } from "./session-calls.ts";

/** Answers the kernel's questions about placeholders of a session that say more than the length. */
export class SessionPlaceholders implements SessionWriting {
  readonly calls: SessionCalls;
  /** The words about the result that the kernel asks about. */
  readonly words: ResultWords;
  private readonly tree: TapeTree;

  constructor(
    kernel: KernelSessions,
    { tree, texts }: { readonly tree: TapeTree; readonly texts: NumberedTexts },
  ) {
    this.tree = tree;
    this.calls = new SessionCalls(kernel.calls, texts);
    this.words = {
      toolName: () => texts.text(kernel.askedPart.name || (kernel.calls.answered?.name ?? 0)),
      callId: () => texts.text(kernel.askedPart.id),
      args: () => "",
      argument: () => kernel.calls.answered?.argument ?? "",
    };
  }

  argumentOf(args: Node): string {
    this.tree.turnTo(0);
    return argumentOf(this.tree, args);
  }
}
