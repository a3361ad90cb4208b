import type { Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { NEVER } from "../pipeline/guards.ts";
import type { MaskedText } from "../pipeline/masking.ts";
import type { Reduction } from "../pipeline/reduction.ts";
import type { Step } from "../windows/window-ends.ts";
import type { Replay } from "./replayed-prompts.ts";

/** The edits of a replay, step by step: what was masked or dropped once stays so. */
export class EditLog {
  private readonly maskedFrom: Int32Array;
  private readonly droppedFrom: Int32Array;
  /** By part and step: a stronger rule replaces a weaker one. */
  private readonly texts = new Map<number, MaskedText[]>();
  private readonly summaries = new Map<Step, string>();

  constructor({ parts, messages }: Transcript) {
    this.maskedFrom = new Int32Array(parts.length).fill(NEVER);
    this.droppedFrom = new Int32Array(messages.length).fill(NEVER);
  }

  /** Adds the edits of a reduction that was made at a step. */
  add(reduction: Reduction, step: Step): void {
    const { condensation } = reduction;
    this.replace(reduction.replacements(), step);
    this.replace(reduction.edits(), step);
    for (const index of condensation?.drop.indices ?? [])
      this.droppedFrom[index] = Math.min(this.droppedFrom[index] ?? NEVER, step);
    if (condensation?.summary !== undefined) this.summaries.set(step, condensation.summary);
  }

  /** Notes that parts have other texts from a step on. */
  replace(texts: Iterable<{ readonly part: Part; readonly text: string }>, step: Step): void {
    for (const { part, text } of texts) this.note(part, text, step);
  }

  private note({ kind, index }: Part, text: string, step: Step): void {
    const known = this.texts.get(index);
    if (known === undefined) this.texts.set(index, [{ from: step, text }]);
    else if (known.at(-1)?.text !== text) known.push({ from: step, text });
    if (kind === "observation")
      this.maskedFrom[index] = Math.min(this.maskedFrom[index] ?? NEVER, step);
  }

  /** The edits as lookups for a replay: from which step a part or message is edited, and how. */
  get lookups(): Pick<Replay, "maskedFrom" | "textAt" | "droppedFrom" | "summaryAt"> {
    return {
      maskedFrom: ({ index }) => this.maskedFrom[index] ?? NEVER,
      textAt: ({ index }, step) =>
        this.texts.get(index)?.findLast(({ from }) => from <= step)?.text,
      droppedFrom: (message) => this.droppedFrom[message] ?? NEVER,
      summaryAt: (step) => this.summaries.get(step),
    };
  }
}
