/**
 * Keys by which a record is told to be of a format. Each member that is given has to hold. A record that is
 * an array has no keys of its own: of it only `messages` says something.
 */
export interface KeyPattern {
  /** The record has every one of these. */
  readonly all?: readonly string[];
  /** The record has at least one of these. */
  readonly any?: readonly string[];
  /** The record has none of these. */
  readonly none?: readonly string[];
  /**
   * Every one of these is a key of some message: an item of the array that the record is or has under
   * `messages`, or the record itself where there is no such array.
   */
  readonly messages?: readonly string[];
  /** The record has no array under `messages`, but a string that holds one. */
  readonly messagesInText?: true;
}
