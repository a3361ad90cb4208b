import { type Flags, isNegated } from "./flag.ts";

/** A place in a file, counted from 1. */
export interface FilePlace {
  /** The file as messages name it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where a value was set. */
export type Origin =
  | { readonly kind: "flag" }
  | { readonly kind: "preset"; readonly preset: string }
  | { readonly kind: "policy-file"; readonly file: string }
  | { readonly kind: "profile"; readonly profile: string; readonly place: FilePlace }
  | { readonly kind: "environment"; readonly variable: string }
  | { readonly kind: "project" | "user" | "named"; readonly place: FilePlace }
  | { readonly kind: "default" };

/** The value of an option, and where it was set. */
export interface OptionSetting {
  readonly value: unknown;
  readonly from: Origin;
}

/** The settings of one place, by their names in code. */
export type Layer = Readonly<Record<string, OptionSetting>>;

/**
 * The settings in effect: for each option, that of the first layer that has it. So the order of the layers is the
 * precedence, and a layer in between is one more item of the list.
 */
export function mergeLayers(layers: readonly Layer[]): Layer {
  return Object.assign({}, ...layers.toReversed());
}

/** The settings of those of these options that can be set outside of the command line. */
export function settableIn(layer: Layer, flags: Flags): Layer {
  const isSettable = (name: string) =>
    Object.hasOwn(flags, name) && flags[name]?.environment !== false;
  return Object.fromEntries(Object.entries(layer).filter(([name]) => isSettable(name)));
}

/** The defaults of the options that have one; a plain run goes through all layers, and most options have none. */
export function defaultLayer(flags: Flags): Layer {
  const from: Origin = { kind: "default" };
  const settings: Record<string, OptionSetting> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const value = isNegated(flag) ? true : flag.default;
    if (value !== undefined) settings[name] = { value, from };
  }
  return settings;
}

/** The bare values of settings. */
export function valuesIn(layer: Layer): Record<string, unknown> {
  return Object.fromEntries(Object.entries(layer).map(([name, { value }]) => [name, value]));
}
