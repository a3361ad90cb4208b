#!/usr/bin/env node
/**
 * Holds published figures on masking against what elision makes of the same settings:
 *
 *   npm run build && node bench/science/run.js
 *
 * See README.md for what is fitted and what is not.
 */
import { compact, compare } from "../../dist/index.js";
import { AGENT_DIET, CUT, HYBRID, MODELS, OBSERVATION_SHARE } from "./published.js";
import { fitTurns, lengths, meanOf, sessionOf } from "./sessions.js";

const MASK = { presets: ["complexity-trap"] };
const HYBRIDS = { presets: ["hybrid"] };
/** Its last 10 turns raw, the oldest 21 summarized at a time. */
const summarized = (count) => ({ options: { summarizeAfter: count, observationMasking: false } });
const hybrid = (count) => ({ options: { summarizeAfter: count } });

windowsTable();
armsTable();
hybridTable();
formsTable();

/** Masked observations by SWE-agent's source, and by the program. */
function windowsTable() {
  print(
    "SWE-agent's `last_n_observations`: observations that are masked, histories of 1 to 80 turns",
  );
  const rows = [];
  for (const window of [5, 10])
    for (const polling of [1, 5, 10, 20]) {
      let [theirs, ours, differ] = [0, 0, 0];
      for (let turns = 1; turns <= 80; turns++) {
        const expected = omitted(turns + 1, { window, polling });
        const found = maskedCount(turns, { window, polling });
        theirs += expected;
        ours += found;
        if (expected !== found) differ++;
      }
      rows.push([`n = ${window}, polling = ${polling}`, theirs, ours, differ]);
    }
  table(["setting", "by their source", "elision", "histories that differ"], rows);
}

/** `observation_indices[1 : max(0, (len // polling) * polling - n)]`: the first one is the task. */
function omitted(observations, { window, polling }) {
  return Math.max(0, Math.floor(observations / polling) * polling - window - 1);
}

function maskedCount(turns, { window, polling }) {
  const bytes = sessionOf({ start: 100, action: 50, observation: 100, turns });
  const placeholder = "Old environment output: ({lines} lines omitted)";
  const options = { window, every: polling, windowUnit: "observations", countTask: true };
  const { transcripts } = compact(bytes, {
    ...options,
    keepErrors: "none",
    minGain: 1,
    placeholder,
  });
  return transcripts[0].maskedCount;
}

/** The arms of the paper, from the raw arm alone. */
function armsTable() {
  print(
    "The Complexity Trap, SWE-agent: start and turn are fitted to the two figures of the raw arm marked =",
  );
  const rows = [];
  for (const model of MODELS) {
    const { start, turn } = fitTurns(model.raw);
    print(`${model.name}: ${Math.round(start)} tokens before ${Math.round(turn)} a turn`);
    for (const [arm, how] of [
      ["raw", MASK],
      ["mask", MASK],
      ["summary", summarized(21)],
    ]) {
      const published = model[arm];
      const ours = armOf({ start, turn, all: lengths(published), price: model.price }, arm, how);
      const isFitted = arm === "raw" ? " =" : "";
      rows.push(
        row(
          model.name,
          arm,
          `prompt tokens, mean of a turn${isFitted}`,
          published.perTurn,
          ours.perTurn,
        ),
        row(model.name, arm, `prompt tokens, all${isFitted}`, published.sum, ours.sum),
        row(model.name, arm, "$, with the cache", published.usd, ours.cached),
        row(model.name, arm, "$, without", published.usd, ours.uncached),
      );
    }
  }
  table(["model", "arm", "an instance's", "published", "elision", "difference"], rows);
}

function armOf({ start, turn, all, price }, arm, { presets = [], options = {} }) {
  const each = new Map();
  for (const turns of new Set(all)) {
    const action = Math.round(turn * (1 - OBSERVATION_SHARE));
    const observation = Math.round(turn * OBSERVATION_SHARE);
    const bytes = sessionOf({ start: Math.max(1, Math.round(start)), action, observation, turns });
    const windows = { windows: [10], every: [1], settings: [], presets, keepErrors: "none" };
    const { totals } = compare(bytes, { ...windows, ...options, price, recall: false });
    const outcome = arm === "raw" ? totals.alone : totals.outcomes.at(-1);
    const { promptTokens, cachedCost, uncachedCost, outputCost, extraCost } = outcome;
    each.set(turns, {
      perTurn: promptTokens / turns,
      sum: promptTokens,
      cached: cachedCost + outputCost + extraCost,
      uncached: uncachedCost + outputCost + extraCost,
    });
  }
  const mean = (key) => meanOf(all.map((turns) => each.get(turns)[key]));
  return {
    perTurn: mean("perTurn"),
    sum: mean("sum"),
    cached: mean("cached"),
    uncached: mean("uncached"),
  };
}

/** The hybrid, with sessions of the turns of each arm and the spread of the 500 instances. */
function hybridTable() {
  print("The hybrid on 50 instances, Qwen3-Coder; dollars relative to those of raw");
  const { raw, price } = MODELS.find(({ name }) => name.startsWith("Qwen3-Coder"));
  const { start, turn } = fitTurns(raw);
  const hows = [MASK, MASK, summarized(21), HYBRIDS, hybrid(21)];
  const spread = raw.median / raw.turns;
  let whole;
  const rows = Object.entries(HYBRID).map(([name, { usd, turns }], k) => {
    const all = lengths({ turns, median: turns * spread });
    const { cached } = armOf(
      { start, turn, all, price },
      name === "raw" ? "raw" : "other",
      hows[k],
    );
    whole ??= cached;
    return row(name, `${turns} turns`, "$ / raw", usd / HYBRID.raw.usd, cached / whole);
  });
  table(["arm", "", "", "published", "elision", "difference"], rows);
}

function formsTable() {
  print("Other figures");
  const { tokens, steps, accumulated } = AGENT_DIET;
  const turn = tokens / steps;
  const observation = Math.round(turn * 0.63);
  const bytes = sessionOf({
    start: 1,
    action: Math.round(turn) - observation,
    observation,
    turns: steps,
  });
  const { totals } = compare(bytes, { windows: [10], every: [1], settings: [], recall: false });
  const suffix = CUT.prompt * (1 - CUT.depth);
  table(
    ["figure", "", "", "published", "elision", "difference"],
    [
      row("AgentDiet: tokens of all prompts", "", "", accumulated, totals.alone.promptTokens),
      row(
        "turns that pay for a cut in a warm cache",
        "",
        "",
        CUT.turns,
        (CUT.factor * suffix) / CUT.tokens,
      ),
    ],
  );
}

function row(one, two, three, published, ours) {
  const percent = Math.round((100 * (ours - published)) / published);
  const difference = `${percent > 0 ? "+" : ""}${percent === 0 ? 0 : percent} %`;
  return [one, two, three, shown(published), shown(ours), difference];
}

function shown(value) {
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  return value >= 100 ? value.toFixed(0) : value.toFixed(3);
}

function table(heads, rows) {
  print(
    [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n"),
  );
}

function print(text) {
  console.log(`${text}\n`);
}
