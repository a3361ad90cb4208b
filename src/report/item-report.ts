import { csvField } from "./csv-report.ts";
import type { ResultKind } from "./index.ts";
import { jsonText } from "./json-text.ts";
import { ndjsonLines } from "./ndjson-report.ts";
import type { Note } from "./report-note.ts";

/** How to report items of one kind and their totals. */
export interface ItemReport<Item, Totals> {
  /** The name of one item, `entry`, and of several, `entries`. */
  readonly names: readonly [one: string, several: string];
  /** The keys of a row, in order; if there are no items, those of the totals. */
  readonly keys: readonly (keyof Item & string)[];
  /** An item as a line for people. */
  line(item: Item): string;
  /** The closing line. */
  summary(totals: Totals): string;
}

/** Writes items one by one, and totals at the end. */
export interface ItemReporter<Item, Totals> {
  item(item: Item): void;
  /** `notes` are added; only JSON has a place for them. */
  finish(totals: Totals, notes?: readonly Note[]): Promise<void>;
}

type WriteItem = (text: string) => void;

/**
 * A reporter of a kind. `table` has a line for each item, and one that sums up; `json` is one document,
 * `ndjson` a line for each item and one for the totals, `csv` a row for each item, or for the totals
 * where there are no items.
 */
export function createItemReporter<Item extends object, Totals extends object>(
  kind: ResultKind,
  report: ItemReport<Item, Totals>,
  write: WriteItem,
): ItemReporter<Item, Totals> {
  switch (kind) {
    case "table":
      return {
        item: (item) => write(`${report.line(item)}\n`),
        finish: async (totals) => write(`${report.summary(totals)}\n`),
      };
    case "json":
      return itemJson(report, write);
    case "ndjson":
      return itemNdjson(report, write);
    case "csv":
      return itemCsv(report, write);
    default:
      return kind satisfies never;
  }
}

/** Items are written one by one, since there may be a million. */
function itemJson<Item, Totals>(
  { names: [, several], keys }: ItemReport<Item, Totals>,
  write: WriteItem,
): ItemReporter<Item, Totals> {
  let before = `{\n  "${several}": [\n    `;
  return {
    item(item) {
      write(`${before}${jsonText(item)}`);
      before = ",\n    ";
    },
    async finish(totals, notes) {
      const isEmpty = before.startsWith("{");
      const indented = (value: unknown) => jsonText(value, 2).replaceAll("\n", "\n  ");
      const said = notes === undefined ? "" : `,\n  "notes": ${indented(notes)}`;
      const sums = `"totals": ${indented(totals)}${said}\n}\n`;
      if (keys.length === 0) write(`{\n  ${sums}`);
      else write(isEmpty ? `{\n  "${several}": [],\n  ${sums}` : `\n  ],\n  ${sums}`);
    },
  };
}

function itemNdjson<Item extends object, Totals extends object>(
  { names: [type] }: ItemReport<Item, Totals>,
  write: WriteItem,
): ItemReporter<Item, Totals> {
  const lines = ndjsonLines(write);
  return {
    item: (item) => lines.put({ type, ...item }),
    async finish(totals) {
      lines.put({ type: "totals", ...totals });
      await lines.end();
    },
  };
}

function itemCsv<Item extends object, Totals extends object>(
  { keys }: ItemReport<Item, Totals>,
  write: WriteItem,
): ItemReporter<Item, Totals> {
  const row = (fields: readonly unknown[]) =>
    write(
      `${fields.map((field) => csvField(field as Parameters<typeof csvField>[0])).join(",")}\n`,
    );
  if (keys.length > 0) row(keys);
  return {
    item: (item) => row(keys.map((key) => item[key])),
    async finish(totals) {
      if (keys.length > 0) return;
      row(Object.keys(totals));
      row(Object.values(totals));
    },
  };
}
