/**
 * Published figures. The Complexity Trap: arXiv 2508.21433 v3, recomputed from the CSV files of its repository
 * (auxiliary-data: experiment_instance_costs_sweagent.csv, bootstrapped_cis.csv), SWE-bench Verified, 250 turns at
 * most. Dollars and prompt tokens are means of an instance; `perTurn` is the mean over instances of their mean
 * prompt.
 */

/** Dollars a million tokens as the paper billed them: no charge for writing to the cache. */
const QWEN_CODER = {
  name: "qwen3-coder",
  input: 1,
  write: 1,
  read: 0.4,
  output: 5,
  tiers: [
    { above: 32_000, input: 1.8, write: 1.8, read: 0.72, output: 9 },
    { above: 128_000, input: 3, write: 3, read: 1.2, output: 15 },
  ],
};
const QWEN_32B = { name: "qwen3-32b", input: 0.7, write: 0.7, read: 0.7, output: 2.8 };
/** Google's list price; what its cache took off at the time is not published. */
const GEMINI_FLASH = { name: "gemini-2.5-flash", input: 0.3, write: 0.3, read: 0.075, output: 2.5 };

const arm = (usd, turns, median, perTurn, sum) => ({ usd, turns, median, perTurn, sum });

export const MODELS = [
  {
    name: "Qwen3-32B",
    price: QWEN_32B,
    raw: arm(1.117, 52.0, 30, 16_600, 1_580_000),
    mask: arm(0.554, 59.9, 30, 8600, 770_000),
    summary: arm(0.5, 49.4, 29, 10_100, 680_000),
  },
  {
    name: "Qwen3-32B, thinking",
    price: QWEN_32B,
    raw: arm(0.513, 20.3, 14, 7200, 220_000),
    mask: arm(0.462, 21.3, 15, 5800, 150_000),
    summary: arm(0.51, 21.6, 15, 6600, 200_000),
  },
  {
    name: "Qwen3-Coder 480B",
    price: QWEN_CODER,
    raw: arm(1.286, 58.5, 49, 22_800, 1_790_000),
    mask: arm(0.61, 61.0, 53, 10_900, 750_000),
    summary: arm(0.637, 70.1, 53, 14_600, 1_140_000),
  },
  {
    name: "Gemini 2.5 Flash",
    price: GEMINI_FLASH,
    raw: arm(0.415, 50.1, 23, 20_200, 2_310_000),
    mask: arm(0.177, 43.9, 19, 8700, 520_000),
    summary: arm(0.242, 51.7, 24, 12_200, 960_000),
  },
  {
    name: "Gemini 2.5 Flash, thinking",
    price: GEMINI_FLASH,
    raw: arm(0.556, 49.9, 23, 20_500, 2_210_000),
    mask: arm(0.242, 51.6, 20, 9300, 680_000),
    summary: arm(0.252, 43.0, 18, 11_000, 790_000),
  },
];

/** The hybrid on 50 instances, Qwen3-Coder: dollars and mean turns of each arm. */
export const HYBRID = {
  raw: { usd: 2.17, turns: 69 },
  mask: { usd: 0.637, turns: 65.5 },
  summary: { usd: 0.751, turns: 76.8 },
  "hybrid, N = 43": { usd: 0.571, turns: 63.5 },
  "hybrid, N = 21": { usd: 0.712, turns: 80.7 },
};

/** Observations are this share of the tokens of a turn (the paper, SWE-agent). */
export const OBSERVATION_SHARE = 0.84;

/** AgentDiet (arXiv 2509.23586): Trae Agent's trajectories. */
export const AGENT_DIET = { tokens: 48_400, steps: 40, accumulated: 1_000_000 };

/** context-guru, "S x T > 11.5 x W": a cut of 5k tokens at a fifth of 150k needs so many turns. */
export const CUT = { tokens: 5000, prompt: 150_000, depth: 0.2, turns: 276, factor: 11.5 };
