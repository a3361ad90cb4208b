import { ratesFor } from "../../analyses/compare/billing/price.ts";
import { priceOfModel } from "../../analyses/compare/billing/price-of-model.ts";
import { CHARS_PER_TOKEN } from "../../transcript/model/size.ts";
import type { EditedRequest } from "./request-editing.ts";

/** US dollars, at a model's list price and a token for every four chars. */
export interface RequestMoney {
  /** The cost of the removed chars: writing them to the cache once, and reading them from then on. */
  readonly saved: number;
  /** The cost of a window's act: everything after its first edit is written to the cache again. */
  readonly cacheBreak: number;
}

/** The money that the edits of a request save and cost; undefined for a model without a known price. */
export function requestMoney({
  model,
  savedChars,
  newChars,
  brokenChars,
}: Pick<EditedRequest, "model" | "savedChars" | "newChars" | "brokenChars">):
  | RequestMoney
  | undefined {
  const price = model === undefined ? undefined : priceOfModel(model);
  if (price === undefined) return undefined;
  const { read, write } = ratesFor(price, 0);
  const dollars = (chars: number, rate: number) => (tokensIn(chars) / 1e6) * rate;
  return {
    saved: dollars(savedChars - newChars, read) + dollars(newChars, write),
    cacheBreak: dollars(brokenChars, write - read),
  };
}

/** An estimate: a token for every four chars. */
export function tokensIn(chars: number): number {
  return chars / CHARS_PER_TOKEN;
}

/** The list price of a reply and its prompt, by the usage that a provider reports. */
export function usageDollars(
  model: string,
  usage: {
    readonly input: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly output: number;
  },
): number | undefined {
  const price = priceOfModel(model);
  if (price === undefined) return undefined;
  const { input, cacheRead, cacheWrite, output } = usage;
  const rates = ratesFor(price, input + cacheRead + cacheWrite);
  const sum =
    input * rates.input +
    cacheRead * rates.read +
    cacheWrite * rates.write +
    output * (rates.output ?? 0);
  return sum / 1e6;
}
