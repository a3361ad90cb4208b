import { ElisionError } from "../base/errors.ts";
import type { ModelOptions } from "./model-options.ts";

/** A provider's library, which need not be installed; an error says how to. */
export async function loadSdk<T>(
  provider: string,
  name: string,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ElisionError("no-sdk", `${provider}: ${name} is not installed`, {
      hint: `npm install ${name}`,
      cause: error,
    });
  }
}

/** A provider's key from its own variable. */
export function keyFrom(provider: string, variable: string, env: ModelOptions["env"]): string {
  const key = env[variable];
  if (key !== undefined && key !== "") return key;
  throw new ElisionError("no-key", `${provider}: ${variable} is not set`, {
    hint: "the key is read from there alone",
  });
}

/** The tokens that a server counted, if it did. What is no count, less than none say, is passed over. */
export function tokensIn(
  input: unknown,
  output: unknown,
): { readonly inputTokens?: number; readonly outputTokens?: number } {
  return {
    ...(isCount(input) && { inputTokens: input }),
    ...(isCount(output) && { outputTokens: output }),
  };
}

/** Whether a value is a number of tokens. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
