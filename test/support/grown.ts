import type { Fixture } from "./fixtures.ts";

/** A list in a transcript, and the transcript with this many items in it, each one or another of its own. */
export interface Growable {
  readonly name: string;
  readonly grown: (count: number) => Buffer;
}

/**
 * The lists in a transcript, by its name, the number of the line and the path there: its lines, of which one is
 * repeated in its place, and its arrays of objects.
 */
export function growable({ name, bytes }: Pick<Fixture, "name" | "bytes">): readonly Growable[] {
  const text = bytes.toString();
  const document = parsed(text);
  if (document !== undefined)
    return arraysIn([], document).map((path) => inDocument(path, document));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line, at) => {
    const value = parsed(line);
    const around = (middle: string) =>
      Buffer.from([...lines.slice(0, at), middle, ...lines.slice(at + 1), ""].join("\n"));
    const repeated = (count: number) => around(new Array(count).fill(line).join("\n"));
    return [
      { name: `${name} ${at + 1}`, grown: repeated },
      ...arraysIn([], value).map((path) => ({
        name: `${name} ${at + 1} ${path.join(".")}`,
        grown: (count: number) => around(longer(value, path, count)),
      })),
    ];
  });

  function inDocument(path: Path, value: unknown): Growable {
    const grown = (count: number) => Buffer.from(longer(value, path, count));
    return { name: `${name} ${path.join(".")}`, grown };
  }
}

type Path = readonly string[];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function arraysIn(path: Path, value: unknown): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value) && typeof value[0] === "object";
  const inner = Object.entries(value).flatMap(([key, item]) => arraysIn([...path, key], item));
  return isList ? [path, ...inner] : inner;
}

/** A value as JSON, with as many items in the array at a path: its own, again and again. */
function longer(value: unknown, path: Path, count: number): string {
  const [key, ...rest] = path;
  if (key === undefined && Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(item));
    return `[${Array.from({ length: count }, (_, k) => items[k % items.length]).join(",")}]`;
  }
  if (Array.isArray(value))
    return `[${value.map((item, at) => longerAt(key === String(at), item, rest, count)).join(",")}]`;
  const entries = Object.entries(value as object);
  return `{${entries
    .map(([own, item]) => `${JSON.stringify(own)}:${longerAt(own === key, item, rest, count)}`)
    .join(",")}}`;
}

function longerAt(isHere: boolean, item: unknown, path: Path, count: number): string {
  return isHere ? longer(item, path, count) : JSON.stringify(item);
}
