/** Models whose provider accepts reasoning only while everything before it is unchanged. */
export interface BoundModel {
  /** Matches a model's id after `plainModelId`. */
  readonly id: RegExp;
  readonly provider: "Anthropic" | "OpenAI";
  /** Since when its provider checks, according to its documentation. */
  readonly since: string;
  /** The reasoning that is bound, in the provider's words. */
  readonly bound: string;
  /** Everything that it is bound to, in the provider's words. */
  readonly to: string;
  /** The response to a request with broken reasoning: status 400, the reasoning dropped, or no difference. */
  readonly broken: "refused" | "dropped" | "recorded";
  readonly source: string;
  /** The day on which the source was read. */
  readonly checked: string;
}

const ANTHROPIC = {
  provider: "Anthropic",
  since: "2026-08-31",
  bound: "thinking and redacted_thinking blocks, by their signature",
  to: "system, tools and every message before the block",
  broken: "refused",
  source: "Anthropic documentation, Preserved thinking: Prefix checks on thinking blocks",
  checked: "2026-11-22",
} as const satisfies Omit<BoundModel, "id">;

/**
 * The models known to bind reasoning. Mythos 5.1 records a signature but does not enforce it. Other models, and
 * open models, are not known to check.
 */
export const BOUND_MODELS: readonly BoundModel[] = [
  { ...ANTHROPIC, id: /^claude-mythos-5-1(?!\d)/, broken: "recorded" },
  { ...ANTHROPIC, id: /^claude-(?:fable|mythos)-5-[12](?!\d)/ },
  { ...ANTHROPIC, id: /^claude-(?:opus|sonnet|haiku)-5-5(?!\d)/ },
  {
    id: /^gpt-(?:6-2(?:$|-(?:astra|sol))|6-(?:[3-9]|[1-9]\d)(?!\d)|(?:[7-9]|[1-9]\d)(?!\d))/,
    provider: "OpenAI",
    since: "its release",
    bound: "reasoning items, by their encrypted_content",
    to: "the conversation before the item",
    broken: "dropped",
    source: "OpenAI documentation, Keep the prefix unchanged; Using GPT-6.2",
    checked: "2026-11-22",
  },
];
