/** Texts that are named by their place in a list. */
export class TextList {
  readonly texts: string[] = [];
  private readonly known = new Map<string, number>();

  /** Adds a text, and gives its place. */
  add(text: string): number {
    return this.texts.push(text) - 1;
  }

  /** The same for a text that may be there already, as placeholders often are. */
  addOnce(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const at = this.add(text);
    this.known.set(text, at);
    return at;
  }
}
