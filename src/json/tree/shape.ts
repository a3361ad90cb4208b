import type { Node } from "./tree.ts";

/**
 * How a text lies in the value that holds it. Formats name a shape; reading and replacing the text is
 * done here in `json/`, and whatever replaces it has the shape of what was there. None: the value is a
 * string and the text is all of it.
 */
export type Shape =
  /**
   * An array of blocks: the text is that of every block that is a string or has one under `key`, one after another.
   * The first of them holds the new text and the others go. Where there was none (an observation that
   * is all image), a new block is made, with `type` if the format has one.
   */
  | { readonly as: "blocks"; readonly key: string; readonly type?: string }
  /**
   * An array of objects: the text is that of every string under one of the keys, one after another.
   * The first of them holds the new text, the others become empty; no object goes, since they say more
   * than the text (`{"stdout":…,"stderr":…,"outcome":…}`).
   */
  | { readonly as: "texts"; readonly keys: readonly string[] }
  /**
   * Any value: the text is its JSON; replaced, it is an object with the text under `key`. `isSealed`: it is no
   * text, such as an image alone; there are no chars.
   */
  | { readonly as: "object"; readonly key: string; readonly isSealed?: true }
  /** Any value: the text is its JSON; replaced, it is a string. */
  | { readonly as: "value" }
  /** A string that holds a JSON object: the text is the string under `key` in it. */
  | { readonly as: "json"; readonly key: string }
  /**
   * A string in an item of an array, which goes with the item: reasoning. `isSealed`: the string is not the
   * text, which only the provider can read; there are no chars.
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
   * An item of `array`, without text: an image that belongs to an observation. It is removed when the
   * observation is replaced.
   */
  | { readonly as: "item"; readonly array: Node };

/** Content blocks that are `{"type":"text","text":…}`, as most formats have them. */
export const TEXT_BLOCKS = { as: "blocks", key: "text", type: "text" } as const satisfies Shape;
