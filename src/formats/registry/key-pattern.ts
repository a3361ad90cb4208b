/**
 * Keys that are evidence for a format. Every member given must hold. A record that is an array has no keys of
 * its own: those of its items count, which are messages or records.
 */
export interface KeyPattern {
  /** The record has all of these. */
  readonly all?: readonly string[];
  /** The record has at least one of these. */
  readonly any?: readonly string[];
  /** The record has none of these. */
  readonly none?: readonly string[];
  /**
   * Each of these is a key of some message: an item of the array that the record is or has under `messages`,
   * or the record itself if there is no such array.
   */
  readonly messages?: readonly string[];
  /** The record is an array, and each of these is a key of some item. */
  readonly items?: readonly string[];
  /** The record has no array under `messages`, but a string that contains one. */
  readonly messagesInText?: true;
}
