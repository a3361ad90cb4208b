import type { Model } from "../../model/model.ts";
import type { KeptReplies } from "../../model/reply-cache.ts";
import type { ValuesOf } from "../options/flag.ts";
import type { MODEL_FLAGS } from "../options/model-flags.ts";
import type { Notices } from "../terminal/notices.ts";
import type { Shell } from "../terminal/shell.ts";

/** Opens the model that flags name. What asks models is loaded only then. */
export async function openModelFor(
  { env, random, wait }: Shell,
  flags: ValuesOf<typeof MODEL_FLAGS> & { readonly model: string },
  notices: Notices,
): Promise<Model> {
  const { openModel } = await import("../../model/connect-model.ts");
  return openModel(flags.model, {
    env,
    note: notices.note,
    concurrency: flags.modelJobs,
    ...(flags.modelTimeout !== undefined && { timeoutMs: flags.modelTimeout }),
    ...(flags.modelUrl !== undefined && { url: flags.modelUrl }),
    ...(flags.modelCache !== undefined && { cacheFile: flags.modelCache }),
    ...(flags.maxModelCalls !== undefined && { maxCalls: flags.maxModelCalls }),
    ...(flags.maxModelTokens !== undefined && { maxTokens: flags.maxModelTokens }),
    ...(random !== undefined && { random }),
    ...(wait !== undefined && { wait }),
  });
}

/** The replies that are kept of the model that flags name; needs neither its library nor its key. */
export async function keptRepliesFor(
  { env }: Shell,
  flags: ValuesOf<typeof MODEL_FLAGS> & { readonly model: string },
): Promise<KeptReplies> {
  const [{ readKeptReplies }, { identityOf }] = await Promise.all([
    import("../../model/reply-cache.ts"),
    import("../../model/model-identity.ts"),
  ]);
  const { model, modelUrl: url, modelCache } = flags;
  return readKeptReplies(modelCache, identityOf(model, { env, ...(url !== undefined && { url }) }));
}
