import { DEFAULT_GRID } from "../../compare/setting.ts";
import { PRESET_NAMES } from "../../reduce/presets.ts";
import {
  listIn,
  oneOf,
  share,
  size,
  text,
  usd,
  wholeNumber,
  wholeNumberFrom1,
} from "../argument-types.ts";
import { command } from "../command.ts";
import type { Flags, ValuesOf } from "../flag.ts";
import { COMPACT_FLAGS } from "../flags.ts";
import { POLICY_FLAGS } from "../policy-flags.ts";
import { RESULT_FLAGS } from "../result-flags.ts";

const {
  window: _window,
  every: _every,
  countTask: _countTask,
  preset: _preset,
  policyFile: _policyFile,
  masking: _masking,
  ...WINDOW_FLAGS
} = POLICY_FLAGS;

const COMPARE_FLAGS = {
  windows: {
    flags: "--windows <list>",
    description: "the windows to compare",
    group: "What is compared",
    type: listIn(wholeNumber),
    default: DEFAULT_GRID.windows as readonly number[],
    environment: false,
  },
  every: {
    flags: "--every <list>",
    description: "by how many units at once each of them moves on",
    group: "What is compared",
    type: listIn(wholeNumberFrom1),
    default: DEFAULT_GRID.every as readonly number[],
    environment: false,
  },
  preset: {
    flags: "--preset <list>",
    description: "policies of systems that are known, a line for each: see elision presets",
    group: "What is compared",
    type: listIn(oneOf(PRESET_NAMES)),
    environment: false,
  },
  minRecall: {
    flags: "--min-recall <share>",
    description: "recall that a recommended window must have, from 0 to 1",
    group: "What is compared",
    type: share,
    default: 0.95,
    environment: false,
  },
  recall: {
    flags: "--no-recall",
    description: "do not look at what later turns drew on",
    group: "What is compared",
    environment: false,
  },
  misses: {
    flags: "--misses",
    description: "list what later turns drew on and would not have seen",
    group: "What is compared",
    environment: false,
  },
  price: {
    flags: "--price <name>",
    description: "the model whose prices hold: see elision prices",
    group: "Prices",
    type: text,
    environment: false,
  },
  priceFile: {
    flags: "--price-file <file>",
    description: "a table of your own in TOML, instead of the one that comes along",
    group: "Prices",
    type: text,
    environment: false,
  },
  inputPrice: {
    flags: "--input-price <usd>",
    description: "the price of a million tokens of input, without a cache",
    group: "Prices",
    type: usd,
    environment: false,
  },
  writePrice: {
    flags: "--write-price <usd>",
    description: "the same, written to the prompt cache",
    group: "Prices",
    type: usd,
    environment: false,
  },
  readPrice: {
    flags: "--read-price <usd>",
    description: "the same, read from the prompt cache",
    group: "Prices",
    type: usd,
    environment: false,
  },
  overheadTokens: {
    flags: "--overhead-tokens <size>",
    description:
      "tokens before every prompt that are not in the file: system prompt, tools (default: fitted from the first usage on record)",
    group: "Prices",
    type: size,
    environment: false,
  },
  ...RESULT_FLAGS,
  chart: {
    flags: "--chart",
    description: "draw the size of the prompts over the steps in the terminal",
    group: "Options",
    environment: false,
  },
  html: {
    flags: "--html <file>",
    description: "write a page with table and charts, which needs no network",
    group: "Options",
    type: text,
    environment: false,
  },
  color: COMPACT_FLAGS.color,
  noColor: COMPACT_FLAGS.noColor,
  ...WINDOW_FLAGS,
} as const satisfies Flags;

/** What was typed for `compare`, or set in the environment or a file, as values. */
export type CompareFlags = Omit<ValuesOf<typeof COMPARE_FLAGS>, "noColor" | "noConfig">;

export const compare = command({
  summary: "compares windows: what they save, cost and hide",
  description:
    "Compares windows over finished transcripts: what each leaves, what the agent would have sent " +
    "at every step, what that costs with a prompt cache and without, and what of that which later " +
    "turns drew on would have been hidden. Reads stdin, files or folders, changes nothing.",
  takes: { usage: "[files...]" },
  flags: COMPARE_FLAGS,
  notes: `A setting such as 10/5 is a window of 10 that moves on by 5 units at once.
Costs are of input alone, relative to leaving history as it is: above 1
masking costs more than it saves. Recall is the share of identifiers, paths
and literals that came up in an observation and were used by a later turn,
which that turn could still see. It is measured on what the agent did with
everything in view: it cannot see an agent that would have looped, and says
nothing of whether tasks succeed.`,
  examples: [
    ["elision compare run.jsonl", "which window to use?"],
    ["elision compare logs --windows 5,10,20 --every 1,10", "over a folder"],
    ["elision compare --price gpt-6-sol run.jsonl", "at another price"],
    ["elision compare --misses --windows 3 run.jsonl", "what a window of 3 hides"],
    ["elision compare --html report.html logs", "a page with charts"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but bad lines were left out"],
    ["2", "usage, input or output error; the other inputs are in the report"],
  ],
  run: async (shell, files, flags) =>
    (await import("../compare.ts")).compareCommand(shell, files, flags),
});
