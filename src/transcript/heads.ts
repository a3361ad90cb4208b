/** What few messages have. */
export interface MessageAbout {
  /** The provider's id of the reply that it belongs to. */
  readonly reply?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** A demonstration or recalled context: never edited, never counted in a window. */
  readonly fixed?: boolean | undefined;
}

/** What is known of a part, its text left out. */
export type PartHead =
  | { readonly kind: "text" }
  | { readonly kind: "reasoning"; readonly signed: boolean }
  | { readonly kind: "call"; readonly id: string | undefined; readonly name: string }
  | {
      readonly kind: "observation";
      readonly callId: string | undefined;
      readonly toolName: string | undefined;
      readonly isError: boolean;
      readonly editable: boolean;
    }
  | { readonly kind: "image"; readonly insideObservation: boolean };
