import type { IndexSet } from "../../base/index-set.ts";
import type { Message, Part, ReasoningPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Step } from "../windows/window-ends.ts";
import type { BoundModel } from "./bound-models.ts";
import { boundModel } from "./model-id.ts";
import type { BindingOption } from "./reasoning-setting.ts";

/** A block of reasoning that its provider takes back only while everything before it is unchanged. */
export interface BoundBlock {
  readonly part: ReasoningPart;
  /** The model that wrote it, as the transcript or the user names it. */
  readonly modelId: string;
  readonly model: BoundModel;
  /** Whether it can be taken out as a whole. */
  readonly canGo: boolean;
  /** Whether its message holds nothing else, and goes with it. */
  readonly takesMessage: boolean;
}

/** The bound reasoning of a transcript, and what is to become of it. */
export interface BoundReasoning {
  readonly blocks: readonly BoundBlock[];
  /** Nothing that the model sees is edited before this part; 0: everything may be. */
  readonly barrier: number;
  /** Whether the blocks after the first edit are taken out. */
  readonly drops: boolean;
  /**
   * The prompt of the step before, where one step after another is replayed. Its edits stay, before the
   * barrier too, and what the model wrote since is bound to them: only what changes from then on breaks it.
   */
  readonly earlier?: EarlierStep | undefined;
}

/** The edits of the step before, of the same transcript. */
export interface EarlierStep {
  /** Those of parts, by their index. */
  readonly edits: ReadonlyMap<number, { readonly rule: string; readonly text: string }>;
  /** The messages that were dropped, by their index. */
  readonly dropped: IndexSet;
  readonly summary?: string | undefined;
}

/**
 * How a format lets go of a message that is reasoning alone: the message goes, its list of blocks is left
 * empty, or it stays.
 */
export type LoneReasoning = "message" | "blocks" | "stays";

/**
 * The bound blocks that reach the model at a step, in conversation order. Reasoning without a signature
 * goes to no provider and is never bound.
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
    for (const part of message.parts)
      if (part.kind === "reasoning" && part.signed)
        blocks.push({ part, modelId, model, ...ways(message, lone) });
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

/** How the reasoning of a message can go: all of it, since a reply keeps all of its blocks or none. */
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

function staysBeside({ kind }: Part): boolean {
  return kind === "text" || kind === "call";
}
