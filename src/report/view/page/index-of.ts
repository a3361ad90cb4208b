import { type Price, ratesFor } from "../../../analyses/compare/billing/price.ts";
import type { ViewedTranscript } from "../../../analyses/view/result.ts";
import { visible } from "../../../base/visible.ts";
import type { PageIndex, PromptCost } from "./page-index.ts";
import { leadOf } from "./page-text.ts";

/** The prices used for a transcript. */
export interface PageQuote {
  readonly price: Price;
  /** Whether they are those of the session's own model. */
  readonly isOwn: boolean;
}

/** The index of a transcript, whose texts are divided into blocks that begin at these places. */
export function indexOf(
  { texts, parts, ...rest }: ViewedTranscript,
  {
    name,
    blocks,
    quote,
  }: { readonly name: string; readonly blocks: readonly number[]; readonly quote: PageQuote },
): PageIndex {
  const costOf = ({ tokens }: { readonly tokens: number }) => costAt(quote.price, tokens);
  return {
    ...rest,
    name,
    blocks,
    price: { name: quote.price.name, isOwn: quote.isOwn },
    costBefore: costOf(rest.before),
    costs: rest.outcomes.map(costOf),
    parts: parts.map((part) => {
      const { kind, text, about, tool } = part;
      const hasLead = (kind === "text" || kind === "reasoning") && text !== undefined;
      return {
        ...part,
        ...(tool !== undefined && { tool: visible(tool) }),
        ...(about !== undefined && { about: visible(about) }),
        ...(hasLead && { lead: leadOf(texts[text] ?? "") }),
      };
    }),
  };
}

function costAt(price: Price, tokens: number): PromptCost {
  const { input, read } = ratesFor(price, tokens);
  return { fresh: dollars(tokens * input), cached: dollars(tokens * read) };
}

/** Prices are for a million tokens; to a thousandth of a cent. */
function dollars(millionths: number): number {
  return Math.round(millionths / 10) / 1e5;
}
