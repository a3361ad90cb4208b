import { asString, type Node, stringOf } from "../json/node.ts";
import type { FoundPart } from "./format.ts";

/** What a message says: a text part for a string, or one for each block that holds text. */
export function readContent<N extends Node>(content: N | undefined): FoundPart<N>[] {
  if (content?.kind === "string")
    return [{ part: { kind: "text" }, slot: { as: "string", node: content } }];
  if (content?.kind !== "array") return [];
  return content.items().flatMap((block): FoundPart<N>[] => {
    const image = readImage(block, false);
    if (image !== undefined) return [image];
    const node = asString(block.get(textKey(block) ?? ""));
    return node === undefined ? [] : [{ part: { kind: "text" }, slot: { as: "string", node } }];
  });
}

/**
 * What a tool answered, as one observation: a string, or an array of blocks of which those with text
 * count. Anything else is an observation that cannot be edited, so that its pair is still whole.
 */
export function readObservation<N extends Node>(
  content: N | undefined,
  about: { readonly callId?: string; readonly toolName?: string },
): FoundPart<N>[] {
  const part = { kind: "observation", ...about } as const;
  if (content?.kind === "string")
    return [{ part: { ...part, editable: true }, slot: { as: "string", node: content } }];
  const blocks = content?.kind === "array" ? content.items() : [];
  const images = blocks.flatMap((block) => readImage(block, true) ?? []);
  const key = blocks.map(textKey).find((found) => found !== undefined);
  if (content === undefined || key === undefined)
    return [{ part: { ...part, editable: false } }, ...images];
  return [
    { part: { ...part, editable: true }, slot: { as: "blocks", node: content, key } },
    ...images,
  ];
}

/** The key under which a block keeps its text: `text` everywhere but in LLaMA-Factory's `value`. */
function textKey(block: Node): string | undefined {
  return ["text", "refusal", "value"].find((key) => block.get(key)?.kind === "string");
}

/** An image block: `image_url` of chat completions, its bytes those of the URL as it stands. */
function readImage<N extends Node>(block: N, insideObservation: boolean): FoundPart<N> | undefined {
  const image = block.get("image_url");
  if (image === undefined) return undefined;
  const url = asString(image) ?? asString(image.get("url"));
  const mediaType = /^data:([\w.+-]+\/[\w.+-]+)/.exec(url?.excerpt(64) ?? "")?.[1] ?? "image/*";
  return { part: { kind: "image", bytes: url?.chars ?? 0, mediaType, insideObservation } };
}

/** `{ [key]: text }` if the node is a string: for properties that may be absent. */
export function optional<K extends string>(key: K, node: Node | undefined): { [P in K]?: string } {
  const text = stringOf(node);
  return (text === undefined ? {} : { [key]: text }) as { [P in K]?: string };
}
