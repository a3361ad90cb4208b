import { BOUND_MODELS, type BoundModel } from "./bound-models.ts";

/** The model of a model id, if its reasoning is bound. */
export function boundModel(id: string): BoundModel | undefined {
  const known = KNOWN.get(id);
  if (known !== undefined) return known ?? undefined;
  const plain = plainModelId(id);
  const model = BOUND_MODELS.find((each) => each.id.test(plain)) ?? null;
  if (KNOWN.size < MOST_KNOWN) KNOWN.set(id, model);
  return model ?? undefined;
}

/** A cache by id: an agent uses few models, many times each. */
const KNOWN = new Map<string, BoundModel | null>();
const MOST_KNOWN = 1000;

/**
 * A model's id as its maker writes it, without what gateways put around it: `anthropic/claude-opus-5.5`,
 * `us.anthropic.claude-opus-5-5-v1:0` and `claude-opus-5-5@20260801` begin with `claude-opus-5-5`.
 */
export function plainModelId(id: string): string {
  const [maker] = /(?:claude|gpt)[-\d].*$/i.exec(id) ?? [id];
  return maker.toLowerCase().replaceAll(".", "-");
}
