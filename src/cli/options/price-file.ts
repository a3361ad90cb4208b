import type { Price, Rates, Tier } from "../../analyses/compare/billing/price.ts";
import { ElisionError } from "../../base/errors.ts";
import { quoted } from "../../base/quoted.ts";
import { readToml, type Toml } from "./toml/toml.ts";
import { isTable } from "./toml/toml-content.ts";

/**
 * Reads a table of prices: a TOML table for each model, with `input`, `write` and `read` in US dollars
 * per million tokens, and if there are any, `output` of replies and `tiers` of the same and `above` in tokens.
 */
export function readPriceFile(file: string): readonly Price[] {
  const toml = readToml(file, file);
  const fail = (path: readonly string[], message: string): ElisionError =>
    new ElisionError("bad-price", `${path.join(".")}: ${message}`, {
      file,
      ...toml.placeOf(path),
      hint: "a price is a table such as [my-model], with input = 2, write = 2.5 and read = 0.2",
    });
  const names = Object.keys(toml.table);
  if (names.length === 0) throw new ElisionError("bad-price", "no prices in it", { file });
  return names.map((name) => priceAt(toml, name, fail));
}

type Fail = (path: readonly string[], message: string) => ElisionError;

function priceAt({ table }: Toml, name: string, fail: Fail): Price {
  const row = table[name];
  if (!isTable(row)) throw fail([name], "expected a table");
  const { tiers, date, source, note } = row;
  const words = { date: dayOf(date), source, note };
  const known = [...RATES, "output", "tiers", ...Object.keys(words)];
  for (const key of Object.keys(row))
    if (!known.includes(key)) throw fail([name, key], `unknown key (known: ${known.join(", ")})`);
  if (tiers !== undefined && !Array.isArray(tiers))
    throw fail([name, "tiers"], "expected a list of tables");
  const given = Object.entries(words).filter(([, value]) => value !== undefined);
  for (const [key, value] of given)
    if (typeof value !== "string") throw fail([name, key], "expected a text");
  return {
    name,
    ...ratesAt(row, [name], fail),
    ...(tiers !== undefined && {
      tiers: tiers
        .map((tier): Tier => {
          if (!isTable(tier)) throw fail([name, "tiers"], "expected a list of tables");
          const above = amountAt(tier, "above", { path: [name, "tiers"], fail });
          return { above, ...ratesAt(tier, [name, "tiers"], fail) };
        })
        .sort((a, b) => a.above - b.above),
    }),
    ...Object.fromEntries(given),
  };
}

const RATES = ["input", "write", "read"] as const;

function ratesAt(
  row: Readonly<Record<string, unknown>>,
  path: readonly string[],
  fail: Fail,
): Rates {
  const [input, write, read] = RATES.map((key) => amountAt(row, key, { path, fail }));
  const output = row.output === undefined ? undefined : amountAt(row, "output", { path, fail });
  return {
    input: input ?? 0,
    write: write ?? 0,
    read: read ?? 0,
    ...(output !== undefined && { output }),
  };
}

function amountAt(
  row: Readonly<Record<string, unknown>>,
  key: string,
  { path, fail }: { readonly path: readonly string[]; readonly fail: Fail },
): number {
  const value = row[key];
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  const got = value === undefined ? "nothing" : quoted(value);
  throw fail([...path, key], `expected a number, 0 or more (got ${got})`);
}

/** A date as TOML writes it, or a text. */
function dayOf(value: unknown): unknown {
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}
