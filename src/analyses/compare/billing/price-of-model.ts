import { plainModelId } from "../../../reduce/binding/model-id.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import type { Price } from "./price.ts";
import { PRICES } from "./price-table.ts";

/**
 * The price of a model by the id that a session records, whatever gateways put around it:
 * `anthropic/claude-haiku-4.5` and `claude-haiku-4-5-20251001` are `claude-haiku-4.5`. Undefined for a model, or a
 * variant of one, whose price is not known.
 */
export function priceOfModel(id: string, prices: readonly Price[] = PRICES): Price | undefined {
  const plain = plainModelId(id).split("/").at(-1) ?? "";
  return prices.find(({ name }) => {
    const own = plainModelId(name);
    return plain.startsWith(own) && SAME_MODEL.test(plain.slice(own.length));
  });
}

/** Any of these may follow the name of a model: a date, a version of a gateway, the size of the context. */
const SAME_MODEL = /^(?:$|[@:[]|-v\d|-latest$|-\d{8}|-\d{4}-\d\d-\d\d)/;

/** The model that wrote most messages of a session; of several, that which was last. */
export function modelOf({ models }: Pick<Transcript, "models">): string | undefined {
  const counts = new Map<string, number>();
  for (const model of models.values()) counts.set(model, (counts.get(model) ?? 0) + 1);
  let most: string | undefined;
  for (const [model, count] of counts)
    if (most === undefined || count >= (counts.get(most) ?? 0)) most = model;
  return most;
}

/** The price at which most transcripts were billed. */
export function commonPrice(
  counts: Readonly<Record<string, number>>,
  prices: readonly Price[] = [],
): Price | undefined {
  const [most] = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return most && prices.find(({ name }) => name === most[0]);
}
