/** Attributes that few messages have. `I` is the type of its ids. */
export interface MessageAbout<I = string> {
  /** The provider's id of the reply that it belongs to. */
  readonly reply?: I | undefined;
  readonly tags?: readonly string[] | undefined;
  /** A demonstration or recalled context: never edited, never counted in a window. */
  readonly fixed?: boolean | undefined;
  /** Written in one item with the message before it: both are kept or dropped together. */
  readonly joined?: boolean | undefined;
  /** Its own id, and that of the message before it, where the format has such ids. */
  readonly id?: I | undefined;
  readonly parent?: I | undefined;
  /** The conversation in the file that it belongs to; undefined for the main one. */
  readonly thread?: string | undefined;
}

/** A part without its text. `I` is the type of its ids. */
export type PartHead<I = string> =
  | {
      readonly kind: "text";
      /** Whether its format knows that it is no tool result, whatever its text. */
      readonly isSaid?: boolean;
    }
  | {
      readonly kind: "reasoning";
      readonly signed: boolean;
      /** Whether it can be taken out as a whole, if something else stays of its message. */
      readonly editable?: boolean;
    }
  | { readonly kind: "call"; readonly id: I | undefined; readonly name: string }
  | ObservationHead<I>
  | {
      readonly kind: "image";
      readonly insideObservation: boolean;
      readonly mediaType?: string | undefined;
      /** Whether a note can replace it. */
      readonly editable?: boolean | undefined;
    };

/** As the id of its call: an observation that answers no call of the model, such as a command that the user ran. */
export const NO_CALL = "";

/** An observation without its text. */
export interface ObservationHead<I = string> {
  readonly kind: "observation";
  readonly callId?: I | undefined;
  readonly toolName?: string | undefined;
  readonly isError: boolean;
  /** Whether its text can be replaced. */
  readonly editable: boolean;
}
