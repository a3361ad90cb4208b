import type { Model } from "../../model/model.ts";
import type { ModelOptions } from "../../model/model-options.ts";
import type { KeptReplies } from "../../model/reply-cache.ts";
import type { Notices } from "../terminal/notices.ts";
import type { Shell } from "../terminal/shell.ts";
import type { ValuesOf } from "./flag.ts";
import type { MODEL_FLAGS } from "./model-flags.ts";

/** Opens the model that flags name. Its client is loaded only then. */
export async function openModelFor(
  shell: Shell,
  flags: NamedModelFlags,
  notices: Notices,
): Promise<Model> {
  const { openModel } = await import("../../model/connect-model.ts");
  return openModel(flags.model, modelOptions(shell, flags, notices));
}

/** Opens a model that gives the likelihood of texts: see `openCompletions`. */
export async function openScoringModelFor(
  shell: Shell,
  flags: NamedModelFlags,
  notices: Notices,
): Promise<Model> {
  const [{ openModel }, { openCompletions }] = await Promise.all([
    import("../../model/connect-model.ts"),
    import("../../model/completions-model.ts"),
  ]);
  return openModel(flags.model, modelOptions(shell, flags, notices), openCompletions);
}

type NamedModelFlags = ValuesOf<typeof MODEL_FLAGS> & { readonly model: string };

function modelOptions(
  { env, random, wait }: Shell,
  flags: NamedModelFlags,
  notices: Notices,
): ModelOptions {
  return {
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
  };
}

/** The cached replies of the model that flags name; needs neither its library nor its key. */
export async function keptRepliesFor({ env }: Shell, flags: NamedModelFlags): Promise<KeptReplies> {
  const [{ readKeptReplies }, { identityOf }] = await Promise.all([
    import("../../model/reply-cache.ts"),
    import("../../model/model-identity.ts"),
  ]);
  const { model, modelUrl: url, modelCache } = flags;
  return readKeptReplies(modelCache, identityOf(model, { env, ...(url !== undefined && { url }) }));
}
