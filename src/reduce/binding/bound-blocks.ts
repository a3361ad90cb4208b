import type { IndexSet } from "../../base/index-set.ts";
import type { Message, Part, ReasoningPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Step } from "../windows/window-ends.ts";
import type { BoundModel } from "./bound-models.ts";
import { boundModel } from "./model-id.ts";
import type { BindingOption } from "./reasoning-setting.ts";

/** A block of reasoning that its provider accepts only while everything before it is unchanged. */
export interface BoundBlock {
  readonly part: ReasoningPart;
  /** The model that wrote it, as the transcript or the user names it. */
  readonly modelId: string;
  readonly model: BoundModel;
  /** Whether it can be removed as a whole. */
  readonly canGo: boolean;
  /** Whether its message holds nothing else, and is removed with it. */
  readonly takesMessage: boolean;
}

/** The bound reasoning of a transcript, and how to treat it. */
export interface BoundReasoning {
  readonly blocks: readonly BoundBlock[];
  /** Nothing that the model sees is edited before this part; 0 allows edits everywhere. */
  readonly barrier: number;
  /** Whether the blocks after the first edit are removed. */
  readonly drops: boolean;
  /**
   * The prompt of the previous step, in a replay. Its edits stay, also before the barrier, and later reasoning is
   * bound to them: only later changes break it.
   */
  readonly earlier?: EarlierStep | undefined;
}

/** The edits of the previous step, of the same transcript. */
export interface EarlierStep {
  /** The edited parts, by index. */
  readonly edits: ReadonlyMap<number, { readonly rule: string; readonly text: string }>;
  /** The dropped messages, by index. */
  readonly dropped: IndexSet;
  readonly summary?: string | undefined;
}

/**
 * How a format removes reasoning from a message with nothing else: it drops the message, leaves an empty list of
 * blocks, or cannot.
 */
export type LoneReasoning = "message" | "blocks" | "stays";

/**
 * The bound blocks that reach the model at a step, in conversation order. Reasoning without a signature is not
 * sent to providers and never bound.
 */
export function boundBlocks(
  transcript: Transcript,
  {
    binding,
    lone,
    step = transcript.turns.count,
  }: {
    readonly binding: BindingOption;
    readonly lone: LoneReasoning;
    readonly step?: Step | undefined;
  },
): readonly BoundBlock[] {
  if (!transcript.hasSigned || binding === "none") return NONE;
  const named = binding === "auto" ? undefined : binding;
  if (named === undefined && !hasBoundModel(transcript)) return NONE;
  const blocks: BoundBlock[] = [];
  const end = transcript.turns.messagesUpTo(step);
  for (let index = transcript.firstLive; index < end; index++) {
    const modelId = named ?? transcript.models.get(index);
    const model = modelId === undefined ? undefined : boundModel(modelId);
    const message = model && transcript.messages.at(index);
    if (modelId === undefined || model === undefined || message === undefined) continue;
    let removal: ReturnType<typeof ways> | undefined;
    for (const part of message.parts) {
      if (part.kind !== "reasoning" || !part.signed) continue;
      removal ??= ways(message, lone);
      blocks.push({ part, modelId, model, ...removal });
    }
  }
  return blocks;
}

const NONE: readonly never[] = [];

function hasBoundModel({ models }: Transcript): boolean {
  let latest: string | undefined;
  for (const model of models.values()) {
    if (model === latest) continue;
    if (boundModel(model) !== undefined) return true;
    latest = model;
  }
  return false;
}

/** How to remove the reasoning of a message: all of it, since a reply keeps all of its blocks or none. */
function ways(
  { parts, fixed }: Message,
  lone: LoneReasoning,
): Pick<BoundBlock, "canGo" | "takesMessage"> {
  const isAlone = parts.every(({ kind }) => kind === "reasoning");
  if (isAlone && lone === "message") return { canGo: !fixed, takesMessage: true };
  const areWhole = parts.every((part) => part.kind !== "reasoning" || part.editable);
  const canGo = areWhole && !fixed && (isAlone ? lone === "blocks" : parts.some(staysBeside));
  return { canGo, takesMessage: false };
}

/** Whether a part lets its message stay when the reasoning next to it goes. */
export function staysBeside({ kind }: Part): boolean {
  return kind === "text" || kind === "call";
}
