/** Who speaks, in the terms of chat APIs; `tool` is an observation in a message of its own. */
export type Role = "system" | "user" | "assistant" | "tool";

/** Where a part lies in the input: the `slot`-th part that the format finds in record `record`. */
export interface Place {
  readonly record: number;
  readonly slot: number;
}

interface PartBase {
  /** Its number among all parts of the transcript, in conversation order. */
  readonly index: number;
  /** The number of its message. */
  readonly message: number;
  readonly place: Place;
  /** UTF-16 units of text that the model sees. */
  readonly chars: number;
}

export interface TextPart extends PartBase {
  readonly kind: "text";
}

/** What the model thought. A signed one must come back to the provider as it was. */
export interface ReasoningPart extends PartBase {
  readonly kind: "reasoning";
  readonly signed: boolean;
}

/** A tool call; `chars` counts its name and its arguments. */
export interface CallPart extends PartBase {
  readonly kind: "call";
  readonly id?: string;
  readonly name: string;
}

/** What a tool answered. */
export interface ObservationPart extends PartBase {
  readonly kind: "observation";
  readonly callId?: string;
  /** The tool's name where the observation itself carries it. */
  readonly toolName?: string;
  readonly isError?: boolean;
  /** Whether its text can be replaced. */
  readonly editable: boolean;
}

export interface ImagePart extends PartBase {
  readonly kind: "image";
  readonly bytes: number;
  readonly mediaType: string;
  readonly insideObservation: boolean;
}

export type Part = TextPart | ReasoningPart | CallPart | ObservationPart | ImagePart;

/** What distributes over a union where `Omit` would not. */
export type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;

/** A part as a format finds it, before it has a place in a transcript. */
export type PartOutline = Without<Part, "index" | "message" | "place">;

export interface Message {
  /** Its number in conversation order. */
  readonly index: number;
  /** The record that it lies in. */
  readonly record: number;
  readonly role: Role;
  /** The provider's id of the reply that it belongs to. */
  readonly reply?: string;
  readonly parts: readonly Part[];
  readonly tags: readonly string[];
  /** A demonstration or recalled context: never edited, never counted in a window. */
  readonly fixed: boolean;
}
