import type { ViewedTranscript } from "../../../analyses/view/result.ts";

/**
 * The data that the page's script has before it decodes a text: a transcript, and the division of its texts into
 * blocks.
 */
export interface PageIndex extends Omit<ViewedTranscript, "texts" | "parts"> {
  /** The name in the chooser. */
  readonly name: string;
  readonly parts: readonly PagePart[];
  /** The place of the first text of each block. */
  readonly blocks: readonly number[];
  /** The model whose prices are used, and whether it is the transcript's own. */
  readonly price: { readonly name: string; readonly isOwn: boolean };
  /** US dollars for one prompt as large as this, by the place of the window. */
  readonly costs: readonly PromptCost[];
  readonly costBefore: PromptCost;
}

/** A part, with the start of its text as one line for its folded row. */
export type PagePart = ViewedTranscript["parts"][number] & { readonly lead?: string };

/** US dollars for a prompt that is not in the provider's cache, and for one that is. */
export interface PromptCost {
  readonly fresh: number;
  readonly cached: number;
}

/** The first thing that the script reads. */
export interface PageManifest {
  readonly transcripts: readonly { readonly name: string }[];
  /** Why something is masked or kept, by the name of the reason. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Transcripts that were left out, since the page would be too large. */
  readonly leftOut: number;
}
