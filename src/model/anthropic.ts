import { ElisionError } from "../errors.ts";
import type { Client } from "./client.ts";
import type { ModelOptions } from "./model.ts";

/** Placeholder until the library is a dependency. */
export async function openAnthropic(_model: string, _options: ModelOptions): Promise<Client> {
  throw new ElisionError("no-sdk", "anthropic: not installed");
}
