import { ElisionError } from "../base/errors.ts";
import { chars4, type TokenCounter } from "../transcript/model/size.ts";

/** Every tokenizer by its name; each is loaded when it is asked for. */
export const TOKENIZERS = {
  /** One token for each four characters. */
  chars4: async () => chars4,
  /**
   * OpenAI's o200k_base, exact for its newer models and near for others. Needs the package gpt-tokenizer,
   * which is not installed with elision: its tables take 30 MB.
   */
  o200k: async () => (await withPackage(() => import("./o200k.ts"))).o200k,
} as const satisfies Record<string, () => Promise<TokenCounter>>;

export type TokenizerName = keyof typeof TOKENIZERS;

export const TOKENIZER_NAMES = Object.keys(TOKENIZERS) as readonly TokenizerName[];

/** A package that the user installs. */
const PACKAGE = "gpt-tokenizer";

/** Loads a module that needs the package; the error says how to install it. */
async function withPackage<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.endsWith("MODULE_NOT_FOUND")) throw error;
    throw new ElisionError("no-tokenizer", `the tokenizer o200k needs the package ${PACKAGE}`, {
      hint: `npm install ${PACKAGE}; npm install -g ${PACKAGE} where elision is installed with -g`,
      cause: error,
    });
  }
}
