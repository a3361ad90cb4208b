import { ElisionError } from "../../base/errors.ts";
import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import {
  MASK_POLICY_KEYS,
  type MaskPolicy,
  maskPolicyOptions,
} from "../../reduce/pipeline/mask-policy.ts";
import { PRESETS } from "../../reduce/pipeline/presets.ts";
import { layerFrom } from "./preset-layer.ts";
import { flagsFrom } from "./reduce-options.ts";
import type { Layer } from "./settings.ts";
import { readToml, type Toml } from "./toml/toml.ts";
import { isTable, type TomlTable } from "./toml/toml-content.ts";

/** The table that may hold a policy. */
const TABLE = "mask_policy";

/** The settings of a mask-policy file: preset kimi with the file's values. */
export function policyFileLayer(file: string): Layer {
  const toml = readToml(file, file);
  const options = { ...PRESETS.kimi.options, ...policyIn(toml, file) };
  return layerFrom(flagsFrom(options), { kind: "policy-file", file });
}

function policyIn(toml: Toml, file: string): ReturnType<typeof maskPolicyOptions> {
  const { [TABLE]: inner, ...outer } = toml.table;
  const fail = (path: readonly string[], message: string): ElisionError =>
    new ElisionError("bad-policy", message, { file, ...toml.placeOf(path) });
  if (inner !== undefined && !isTable(inner)) throw fail([TABLE], `${TABLE}: expected a table`);
  const at = (key: string) => (inner === undefined ? [key] : [TABLE, key]);
  // A policy in its own table may be in the settings file of another program.
  const table: TomlTable = inner ?? outer;
  for (const [key, value] of Object.entries(table)) {
    if (!MASK_POLICY_KEYS.some((known) => known === key))
      throw fail(at(key), `unknown key ${quoted(key)}${didYouMean(key, MASK_POLICY_KEYS)}`);
    try {
      maskPolicyOptions({ [key]: value });
    } catch (error) {
      if (!(error instanceof ElisionError)) throw error;
      throw fail(at(key), error.message);
    }
  }
  return maskPolicyOptions(table as MaskPolicy);
}
