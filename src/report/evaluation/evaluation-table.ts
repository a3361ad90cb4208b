import { Chalk } from "chalk";
import type { Interval } from "../../analyses/compare/sums/interval.ts";
import type { ControlEffect, Effect, Evaluation } from "../../analyses/evaluate/result.ts";
import { number, percent } from "../figures.ts";
import { hanging, wrapped } from "../list-table.ts";
import { layOut, type TableColumn } from "../table-columns.ts";

type EffectColumn = "replies" | "n" | "change" | "95% interval" | "per token" | "flips" | "95%";

const COLUMNS: readonly [TableColumn<EffectColumn>, ...TableColumn<EffectColumn>[]] = [
  { name: "replies", align: "left" },
  { name: "n" },
  { name: "change" },
  { name: "95% interval" },
  { name: "per token", goes: 1 },
  { name: "flips" },
  { name: "95%", goes: 2 },
];

/** The columns if no continuation was requested. */
const LIKELIHOODS: typeof COLUMNS = [
  COLUMNS[0],
  ...COLUMNS.slice(1).filter(({ name }) => name !== "flips" && name !== "95%"),
];

/** The least number of transcripts for a useful interval. */
const FEW_TRANSCRIPTS = 10;

/** An evaluation in words and a table: the answer, the effects, the controls, and what was not measured. */
export function evaluationTable(
  { settings, totals }: Evaluation,
  { columns, color }: { readonly columns: number; readonly color: boolean },
): string {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const { policy, usesHidden, usesNothingHidden, byAge, controls } = totals;
  const rows = [
    rowOf("something hidden", policy),
    rowOf(" that is used", usesHidden),
    rowOf(" that is not used", usesNothingHidden),
    ...byAge.map((effect) => rowOf(` ${turnsOf(effect)} ago`, effect)),
    rowOf("control, not used", controls.unused),
    rowOf("control, used", controls.used),
  ];
  const lines = [
    `replies: ${number(totals.replies)}, nothing hidden before ${number(totals.unchanged)}; drawn ${number(totals.sampled)}, measured ${number(totals.measured)}; ${settings.model}, seed ${settings.seed}, ${settings.template}`,
    "change: nats by which the recorded reply became more likely with results hidden; below 0 it became less likely",
    ...(settings.greedy
      ? [
          "flips: greedy continuations that call another tool or name another path than with nothing hidden",
        ]
      : []),
    controlLine(
      "control, results that are never used again: no change is expected",
      controls.unused,
    ),
    controlLine("control, results that the reply uses: less likely is expected", controls.used),
    ...unmeasuredLines(totals.unmeasured),
    ...(policy.transcripts < FEW_TRANSCRIPTS
      ? [
          `intervals are over ${number(policy.transcripts)} transcripts: with fewer than ${FEW_TRANSCRIPTS} they say little`,
        ]
      : []),
    "It is measured on replies to prompts with everything in view, by one model; it says nothing of whether tasks succeed.",
  ];
  return [
    `${chalk.bold(wrapped(answerOf(totals), columns).trimEnd())}\n\n`,
    `${layOut(rows, settings.greedy ? COLUMNS : LIKELIHOODS, { columns, color })}\n\n`,
    ...lines.map((line) => hanging(line, columns)),
  ].join("");
}

/** The answer in one sentence. */
function answerOf({ policy, controls }: Evaluation["totals"]): string {
  if (policy.steps === 0)
    return "Nothing was measured: the policy hides nothing in what was drawn.";
  if (controls.used.verdict === "not as expected")
    return "No answer: this model does not find replies less likely when what they use is hidden, so that it cannot tell.";
  const { interval, difference } = policy;
  if (interval === undefined)
    return `Replies changed by ${nats(difference)} nats; it takes two transcripts to say how sure that is.`;
  const range = `${nats(difference)} nats a reply, 95% ${rangeOf(interval, nats)}`;
  if (interval.high < 0) return `What is hidden makes the recorded replies less likely: ${range}.`;
  if (interval.low > 0) return `What is hidden makes the recorded replies more likely: ${range}.`;
  return `No change of the recorded replies is shown: ${range}.`;
}

function rowOf(replies: string, effect: Effect): Record<EffectColumn, string> {
  const { steps, difference, interval, perToken, flips } = effect;
  const share = (part: number) => percent(part, 1);
  return {
    replies,
    n: number(steps),
    change: steps === 0 ? "–" : nats(difference),
    "95% interval": interval === undefined ? "–" : rangeOf(interval, nats),
    "per token": steps === 0 ? "–" : perToken.toFixed(3),
    flips: flips === undefined ? "–" : share(flips.either),
    "95%": flips?.interval === undefined ? "–" : rangeOf(flips.interval, share),
  };
}

function nats(value: number): string {
  return value.toFixed(2);
}

function rangeOf({ low, high }: Interval, text: (value: number) => string): string {
  return `${text(low)} to ${text(high)}`;
}

function turnsOf({ from, to }: { readonly from: number; readonly to?: number }): string {
  return to === undefined ? `${from}+ turns` : `${from}–${to} turns`;
}

function controlLine(expectation: string, { verdict, steps }: ControlEffect): string {
  const found = verdict === "unknown" ? `unknown, of ${number(steps)} replies` : verdict;
  return `${expectation}: ${found}`;
}

function unmeasuredLines(unmeasured: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(unmeasured).map(
    ([reason, count]) => `not measured: ${number(count)}: ${reason}`,
  );
}
