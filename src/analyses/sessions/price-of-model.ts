import type { Price } from "../compare/price.ts";
import { PRICES } from "../compare/price-table.ts";

/**
 * The list price of a model by the id that a session records: `claude-haiku-4-5-20251001` and
 * `anthropic/claude-haiku-4.5` are `claude-haiku-4.5`. Undefined for a model whose price is not known.
 */
export function priceOfModel(id: string): Price | undefined {
  const name = nameOf(id);
  return PRICES.find((price) => nameOf(price.name) === name);
}

/** An id without its provider and date, with one kind of mark between its parts. */
function nameOf(id: string): string {
  return id
    .toLowerCase()
    .replace(/^.*\//, "")
    .replace(/[@:].*$/, "")
    .replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/, "")
    .replaceAll(".", "-");
}
