import { PRESETS, type PresetName } from "../../reduce/pipeline/presets.ts";
import { flagsFrom } from "./reduce-options.ts";
import type { Layer, Origin } from "./settings.ts";

/**
 * The layers, with the options of a preset right below the first layer that names one: options in that layer, or
 * above it, take precedence.
 */
export function withPreset(layers: readonly Layer[]): readonly Layer[] {
  const at = layers.findIndex(({ preset }) => preset?.value !== undefined);
  if (at < 0) return layers;
  const name = layers[at]?.preset?.value as PresetName;
  const layer = layerFrom(flagsFrom(PRESETS[name].options), { kind: "preset", preset: name });
  return layers.toSpliced(at + 1, 0, layer);
}

/** Values of flags as a layer of one origin. */
export function layerFrom(values: Readonly<Record<string, unknown>>, from: Origin): Layer {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, from }]));
}
