/** A path into a message, as shown to the user: `content[0].text`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}
