import type { Price, Rates } from "../../../analyses/compare/billing/price.ts";
import {
  DEFAULT_PRICE,
  PRICES,
  WITHOUT_PRICE,
} from "../../../analyses/compare/billing/price-table.ts";
import { type ListColumn, layOutList, wrapped } from "../../../report/list-table.ts";
import { recordsAs } from "../../../report/report-record.ts";
import type { ValuesOf } from "../../options/flag.ts";
import { readPriceFile } from "../../options/price-file.ts";
import type { RESULT_FLAGS } from "../../options/result-flags.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { widthOf } from "../../terminal/stream-width.ts";

/** Prints the prices of a table, with their dates and sources. */
export async function pricesCommand(
  shell: Shell,
  flags: ValuesOf<typeof RESULT_FLAGS> & { readonly priceFile?: string | undefined },
): Promise<number> {
  const { report, priceFile } = flags;
  const table = priceFile === undefined ? PRICES : readPriceFile(priceFile);
  const rows = table.flatMap(rowsOf);
  const width = widthOf(shell);
  const unpriced = `no published price was found for ${WITHOUT_PRICE.join(", ")}: --price-file adds one`;
  const left = priceFile === undefined ? `\n${wrapped(unpriced, width)}` : "";
  const text =
    report === "table"
      ? layOutList(rows, COLUMNS, width) + left
      : await recordsAs(report, "prices", rows);
  await shell.stdout.write([Buffer.from(text)]);
  return EXIT.done;
}

/** A price for prompts above a size, as a record. */
interface PriceRow {
  readonly [key: string]: string | number | boolean | null;
  readonly name: string;
  readonly above: number;
  readonly input: number;
  readonly write: number;
  readonly read: number;
  readonly output: number | null;
  readonly date: string | null;
  readonly source: string | null;
  readonly note: string | null;
  readonly isDefault: boolean;
}

/** A row for all prompts, and one for each tier above them. */
function rowsOf(price: Price): readonly PriceRow[] {
  const { name, date = null, source = null, note = null, tiers = [] } = price;
  const row = ({ input, write, read, output = price.output }: Rates, above: number): PriceRow => ({
    name,
    above,
    input,
    write,
    read,
    output: output ?? null,
    date,
    source,
    note,
    isDefault: name === DEFAULT_PRICE,
  });
  return [row(price, 0), ...tiers.map((tier) => row(tier, tier.above))];
}

const COLUMNS: readonly ListColumn<PriceRow>[] = [
  { name: "model", text: ({ name, above }) => (above === 0 ? name : "") },
  { name: "prompts", text: ({ above }) => (above === 0 ? "all" : `> ${above / 1000}k`) },
  { name: "input", text: ({ input }) => String(input) },
  { name: "write", text: ({ write }) => String(write) },
  { name: "read", text: ({ read }) => String(read) },
  { name: "output", text: ({ output }) => (output === null ? "–" : String(output)) },
  { name: "as of", text: ({ date, above }) => (above === 0 ? (date ?? "") : "") },
  {
    name: "source",
    text: ({ source, note, above, isDefault }) =>
      above > 0
        ? ""
        : [source, note, isDefault ? "the default" : null]
            .filter((each) => each !== null)
            .join("; "),
  },
];
