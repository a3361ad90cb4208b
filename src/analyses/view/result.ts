import type { Part, Role } from "../../transcript/model/message.ts";

/** One transcript to be read, with what each of several windows would mask of it. */
export interface ViewedTranscript {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** The line that it starts on, from 1. */
  readonly line: number;
  readonly format: string;
  /** The model that wrote most of its messages, where the input names it. */
  readonly model?: string;
  readonly turns: number;
  /** The name of the estimator of tokens. */
  readonly counter: string;
  readonly windowUnit: string;
  /** Sizes of windows, ascending; there is one `outcome` for each. */
  readonly windows: readonly number[];
  /** The place of the policy's own window in `windows`. */
  readonly chosen: number;
  readonly before: ViewedSize;
  readonly outcomes: readonly ViewedOutcome[];
  readonly messages: readonly ViewedMessage[];
  readonly parts: readonly ViewedPart[];
  /** The texts that parts and spans name by their place. */
  readonly texts: readonly string[];
}

/** The size of a prompt. */
export interface ViewedSize {
  readonly chars: number;
  readonly tokens: number;
}

/** The result of one window over the whole transcript. */
export interface ViewedOutcome extends ViewedSize {
  /** Observations that are masked then and are not in the file as it is. */
  readonly masked: number;
  /** How many of these no longer reach the model. */
  readonly deadMasked: number;
  /** Messages that are dropped, to meet a budget. */
  readonly dropped: number;
  /** The place of the summary's text, where there is one. */
  readonly summary?: number;
  /** False where a budget is not met. */
  readonly fits: boolean;
}

/** A message: its parts are those from `first` up to that of the next message. */
export interface ViewedMessage {
  readonly role: Role;
  /** From 1; 0 before the first turn. */
  readonly turn: number;
  readonly first: number;
  /** Whether it no longer reaches the model. */
  readonly isDead?: true;
  /** From which window to which it is dropped: places in `windows`, both included. */
  readonly dropped?: readonly (readonly [from: number, to: number])[];
}

/** A part of a message. */
export interface ViewedPart extends ViewedSize {
  readonly kind: Part["kind"];
  /** The line of the input, from 1. */
  readonly line: number;
  /** The place of its text; absent where it has none. */
  readonly text?: number;
  /** The name of a call, or of the tool that an observation came from. */
  readonly tool?: string;
  /** The telling part of a call's arguments, in one line. */
  readonly about?: string;
  /** The other part of its pair. */
  readonly mate?: number;
  readonly isError?: true;
  /** Set where the file already holds a placeholder. */
  readonly isMasked?: true;
  /** The place of the original of such a placeholder, where an archive has it. */
  readonly original?: number;
  /** The bytes of an image's block. */
  readonly bytes?: number;
  /** Its decisions by ascending window, without those that it is inside the window. */
  readonly spans?: readonly ViewedSpan[];
}

/** One decision that holds for neighbouring windows. */
export interface ViewedSpan {
  /** Places in `windows`, both included. */
  readonly from: number;
  readonly to: number;
  /** `kept`: another rule than the window keeps it raw. */
  readonly is: "masked" | "edited" | "kept";
  /** The reason, by its name in reports. */
  readonly by: string;
  /** The place of the text that replaces it, and its size; absent where it is kept. */
  readonly text?: number;
  readonly size?: ViewedSize;
}
