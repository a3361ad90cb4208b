import type { Node } from "./tree.ts";

/**
 * How a text is stored in its value. Formats name a shape; `json/` reads and replaces the text, and the
 * replacement has the same shape. Without a shape the value is a string, all of it text.
 */
export type Shape =
  /**
   * An array of blocks: the text is that of all blocks that are strings or have one under `key`. The first of
   * them gets the new text, and the others are removed. If there was none (an observation of images only), a
   * block is added, with `type` if the format has one.
   */
  | { readonly as: "blocks"; readonly key: string; readonly type?: string }
  /**
   * An array of objects: the text is that of all strings under the keys, also of those in objects under the keys, at
   * any depth. The first of them gets the new text, and the others become empty. No object is removed, because they say
   * more than the text (`{"stdout":…,"stderr":…,"outcome":…}`); with `frame` the array is replaced, by the JSON before
   * and after its new text.
   */
  | {
      readonly as: "texts";
      readonly keys: readonly string[];
      readonly frame?: readonly [string, string];
    }
  /**
   * Any value: the text is its JSON. Its replacement is an object with the text under `key`. `isSealed`: it
   * has no text, such as an image alone, and no chars.
   */
  | { readonly as: "object"; readonly key: string; readonly isSealed?: true }
  /** Any value: the text is its JSON. Its replacement is a string. */
  | { readonly as: "value" }
  /** A string that contains a JSON object: the text is the string under `key` in that object. */
  | { readonly as: "json"; readonly key: string }
  /**
   * A string in an item of an array, which is removed with it: reasoning. `isSealed`: only the provider can
   * read the text, which has no chars.
   */
  | {
      readonly as: "within";
      readonly item: Node;
      readonly array: Node;
      readonly isSealed?: true;
    }
  /**
   * A block without text: an image. A note that replaces it is a block with the note under `key`, and with
   * `type` if the format has one.
   */
  | { readonly as: "block"; readonly key: string; readonly type?: string }
  /**
   * An item of `array` without text: an image of an observation. It is removed when the observation is
   * replaced.
   */
  | { readonly as: "item"; readonly array: Node };

/** Content blocks of the form `{"type":"text","text":…}`, as in most formats. */
export const TEXT_BLOCKS = { as: "blocks", key: "text", type: "text" } as const satisfies Shape;
