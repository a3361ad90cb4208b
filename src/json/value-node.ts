import type { Node, NodeKind } from "./node.ts";

/**
 * A view of a plain JavaScript value, with the path that leads to it.
 *
 * What `JSON.stringify` would leave out (undefined, functions, symbols) is not there.
 */
export class ValueNode implements Node {
  readonly value: unknown;
  /** Keys and indices from the root to here. */
  readonly path: readonly (string | number)[];

  constructor(value: unknown, path: readonly (string | number)[] = []) {
    this.value = value;
    this.path = path;
  }

  get kind(): NodeKind {
    const { value } = this;
    if (Array.isArray(value)) return "array";
    switch (typeof value) {
      case "string":
        return "string";
      case "number":
      case "bigint":
        return "number";
      case "boolean":
        return "boolean";
      case "object":
        return value === null ? "null" : "object";
      default:
        return "null";
    }
  }

  get chars(): number {
    return typeof this.value === "string" ? this.value.length : 0;
  }

  get(key: string): this | undefined {
    if (this.kind !== "object" || !Object.hasOwn(this.value as object, key)) return undefined;
    const value = (this.value as Record<string, unknown>)[key];
    return value === undefined ? undefined : this.child(value, key);
  }

  items(): readonly this[] {
    if (Array.isArray(this.value)) return this.value.map((item, index) => this.child(item, index));
    return this.keys().flatMap((key) => this.get(key) ?? []);
  }

  keys(): readonly string[] {
    return this.kind === "object" ? Object.keys(this.value as object) : [];
  }

  text(): string {
    return typeof this.value === "string" ? this.value : (JSON.stringify(this.value) ?? "null");
  }

  excerpt(count: number): string {
    return count < 0 ? this.text().slice(count) : this.text().slice(0, count);
  }

  includes(part: string): boolean {
    return typeof this.value === "string" && this.value.includes(part);
  }

  private child(value: unknown, key: string | number): this {
    return new ValueNode(value, [...this.path, key]) as this;
  }
}
