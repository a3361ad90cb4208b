import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Format } from "../../src/index.ts";

const DOCS = fileURLToPath(new URL("../../docs/formats.md", import.meta.url));

/** The module of the example in docs/formats.md, as text. */
export const ACME_MODULE =
  /```js\n(\/\*\* @type[\s\S]*?)```/.exec(readFileSync(DOCS, "utf8"))?.[1] ?? "";

/** The format of that example. */
export async function acmeFormat(): Promise<Format> {
  const url = `data:text/javascript,${encodeURIComponent(ACME_MODULE)}`;
  const { default: format } = (await import(/* @vite-ignore */ url)) as { default: Format };
  return format;
}

/** A run that Acme's agent saved: of each step, a result of 300 characters. */
export function acmeRow(steps: number): string {
  const each = (_: unknown, k: number) => ({
    say: `Step ${k}.`,
    run: "ls",
    got: `${k}:`.padEnd(300, "x"),
  });
  return `${JSON.stringify({ acme: 1, task: "List.", steps: Array.from({ length: steps }, each) })}\n`;
}
