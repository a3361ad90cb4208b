/** Numbers for the names of tools; 0 means no name. */
export class NameTable {
  private readonly names: (string | undefined)[] = [undefined];
  private readonly numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  name(number: number): string | undefined {
    return this.names[number];
  }

  /** Clears the table if it has too many names to be kept for the next transcript. */
  clear(): void {
    if (this.names.length <= MAX_NAMES_KEPT) return;
    this.names.length = 1;
    this.numbers.clear();
  }
}

/** Names kept from one transcript to the next: the tools of an agent are few. */
const MAX_NAMES_KEPT = 1000;
