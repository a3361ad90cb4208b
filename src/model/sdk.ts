import { ElisionError } from "../errors.ts";
import type { ModelOptions } from "./model.ts";

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

/** The tokens that a server counted, if it did. */
export function tokensIn(
  input: number | undefined,
  output: number | undefined,
): { readonly inputTokens?: number; readonly outputTokens?: number } {
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
  };
}
