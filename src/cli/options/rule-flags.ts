import type { KeepErrors } from "../../reduce/pipeline/option-values.ts";
import { RULES, type RuleName } from "../../reduce/rules/index.ts";
import type { AnyRuleOption } from "../../reduce/rules/rule-option.ts";
import {
  type ArgumentType,
  keepErrors,
  listOf,
  oneOf,
  size,
  text,
  wholeNumber,
} from "./argument-types.ts";
import type { Flag } from "./flag.ts";
import { glob, toolGlob } from "./policy-types.ts";

/** The argument type for each kind of value that a rule takes. */
const ARGUMENT_TYPES = {
  count: wholeNumber,
  size,
  globs: listOf(glob),
  tools: listOf(toolGlob),
  text,
  errors: keepErrors,
} as const satisfies Record<string, ArgumentType<unknown>>;

/** Options of rules that do nothing without another. Not in the rules: bundles of the library have those. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  readTools: ["staleReads"],
  editTools: ["staleReads"],
  reflectGate: ["reflect"],
};

/** The options of all rules, each with its flag's name in code. */
const DECLARED = Object.entries(RULES).flatMap(([rule, { acts, options }]) =>
  Object.entries<AnyRuleOption>(options).map(([option, flag]) => {
    return { rule, acts, option, flag, name: codeName(flag.flag) };
  }),
);

/** The flags of the rules that keep observations raw, from their own declarations. */
export const KEEP_FLAGS = flagsOf("keep");

/** The flags of the rules that mask. */
export const MASK_FLAGS = flagsOf("mask");

/** The flags whose values are globs, for names of tools or others. */
export const GLOB_FLAGS = DECLARED.flatMap(({ rule, flag: about, name }) => {
  const { type, flag } = about;
  if (type !== "tools" && type !== "globs") return [];
  const [typed = ""] = flag.split(" ");
  return [{ name, flag: typed, rule, ofTools: type === "tools" }];
});

/** The name in code of each rule option's flag. */
export const RULE_OPTION_FLAGS = Object.fromEntries(
  DECLARED.map(({ option, name }) => [option, name]),
) as { readonly [D in Declared as D["option"]]: CodeName<D["flag"]["flag"]> };

type Acts = "mask" | "keep";

function flagsOf<A extends Acts>(acts: A): FlagsOf<A> {
  const own = DECLARED.filter((each) => each.acts === acts);
  return Object.fromEntries(
    own.map(({ name, option, flag }) => [name, flagFrom(flag, NEEDS[option])]),
  ) as FlagsOf<A>;
}

function flagFrom(
  { flag, help, brief, type, shownDefault, group }: AnyRuleOption,
  needs: readonly string[] | undefined,
): Flag {
  return {
    flags: flag,
    description: help,
    ...(brief !== undefined && { brief }),
    group,
    ...(type !== "switch" && {
      type: typeof type === "string" ? ARGUMENT_TYPES[type] : oneOf(type.oneOf),
    }),
    ...(needs !== undefined && { needs }),
    ...(shownDefault !== undefined && { default: shownDefault }),
  };
}

/** `keepTool` for `--keep-tool <glob>`, `exempt` for `--no-exempt`. */
function codeName(flag: string): string {
  const [long = ""] = flag.split(" ");
  const [first = "", ...others] = long.slice(long.startsWith("--no-") ? 5 : 2).split("-");
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

// The same in types, so that the values of flags have the types that their rules say.

/** Each option of each rule. */
type Declared = {
  [N in RuleName]: {
    [K in keyof (typeof RULES)[N]["options"]]: {
      acts: (typeof RULES)[N]["acts"];
      option: K;
      flag: (typeof RULES)[N]["options"][K];
    };
  }[keyof (typeof RULES)[N]["options"]];
}[RuleName];

type FlagsOf<A extends Acts> = {
  readonly [D in Extract<Declared, { acts: A }> as CodeName<D["flag"]["flag"]>]: FlagOf<D["flag"]>;
};

type FlagOf<O extends AnyRuleOption> = Omit<Flag, "type" | "default"> &
  (O["type"] extends "switch"
    ? unknown
    : { readonly type: ArgumentType<RuleOptionValue<O["type"]>> }) &
  (O extends { readonly shownDefault: string } ? { readonly default: string } : unknown);

type RuleOptionValue<T> = T extends { readonly oneOf: readonly (infer Word)[] }
  ? Word
  : {
      count: number;
      size: number;
      globs: readonly string[];
      tools: readonly string[];
      text: string;
      errors: KeepErrors;
    }[T & keyof typeof ARGUMENT_TYPES];

type CodeName<F extends string> = F extends `--no-${infer Rest}`
  ? Camel<FirstWord<Rest>>
  : F extends `--${infer Rest}`
    ? Camel<FirstWord<Rest>>
    : never;

type FirstWord<S extends string> = S extends `${infer Word} ${string}` ? Word : S;

type Camel<S extends string> = S extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : S;
