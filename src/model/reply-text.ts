/**
 * The text of a reply: a text, or those of its parts, as servers of either protocol may answer.
 *
 * @throws {TypeError} where it is neither: an answer of no protocol.
 */
export function replyText(content: unknown): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw new TypeError(`content is of type ${typeof content}`);
  return content.map(partText).join("");
}

function partText(part: unknown): string {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null || !("text" in part)) return "";
  const isText = !("type" in part) || part.type === "text" || part.type === "output_text";
  return isText && typeof part.text === "string" ? part.text : "";
}
