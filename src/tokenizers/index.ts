import { chars4, type TokenCounter } from "../transcript/model/size.ts";

/** Every tokenizer by its name; each is loaded when it is asked for. */
export const TOKENIZERS = {
  /** One token for each four characters. */
  chars4: async () => chars4,
  /** OpenAI's o200k_base, exact for its newer models and near for others. */
  o200k: async () => (await import("./o200k.ts")).o200k,
} as const satisfies Record<string, () => Promise<TokenCounter>>;

export type TokenizerName = keyof typeof TOKENIZERS;

export const TOKENIZER_NAMES = Object.keys(TOKENIZERS) as readonly TokenizerName[];
