import type { KeepErrors } from "../pipeline/option-values.ts";

/** How each option of a rule is typed on a command line. */
export type OptionsOf<O extends object> = {
  readonly [K in keyof O]-?: RuleOption<NonNullable<O[K]>>;
};

/** How one option is typed, and its value in presets. */
export type RuleOption<V, T = TypeOf<V>> = {
  /** As typed: `--clamp <size>`. Without a value it is a switch, with `--no-` one that is on. */
  readonly flag: `--${string}`;
  readonly help: string;
  /** The same in few words, for help that fits a screen. */
  readonly brief?: string;
  readonly type: T;
  /** The option of the same rule without which it does nothing. */
  readonly needs?: string;
  /** The program's default, as help shows it. */
  readonly shownDefault?: string;
  /** Its heading in help. */
  readonly group: "What stays" | "Model";
} & (
  | {
      /** The value that turns the option off: set by presets that do not name it. */
      readonly off: V | undefined;
    }
  /** Presets leave it as it is. */
  | { readonly inPresets: false }
);

/** The type of a value by its name; the command line has the parser. `tools` are globs for names of tools. */
type TypeOf<V> = [V] extends [boolean]
  ? "switch"
  : [V] extends [number]
    ? "count" | "size"
    : [V] extends [readonly string[]]
      ? "globs" | "tools"
      : [V] extends [string]
        ? string extends V
          ? "text"
          : { readonly oneOf: readonly V[] }
        : "errors";

/** An option of any rule. */
export type AnyRuleOption =
  | RuleOption<boolean>
  | RuleOption<number>
  | RuleOption<readonly string[]>
  | RuleOption<string>
  | RuleOption<string, { readonly oneOf: readonly string[] }>
  | RuleOption<KeepErrors>;
