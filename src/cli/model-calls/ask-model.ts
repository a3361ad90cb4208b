import { hearSignals } from "../../io/signals.ts";
import type { Model } from "../../model/model.ts";
import type { Answer, Ask } from "../../reduce/asking/ask.ts";
import { number } from "../../report/figures.ts";
import { gatherAsks } from "../commands/compact/gather-asks.ts";
import type { Input } from "../inputs/input.ts";
import type { Run } from "../run.ts";
import { keptRepliesFor, openModelFor } from "./open-model.ts";

/** Questions that are asked together, at least, if there are that many. */
const ASKED_TOGETHER = 64;

/**
 * Asks the model all that the compaction of these inputs would like to know, before any of them is
 * compacted: what is written then depends on no order in which answers come. A dry run only says what
 * that would take. Each input is read once more for it.
 */
export async function askModel(run: Run, inputs: readonly Input[]): Promise<void> {
  const { flags, shell, notices } = run;
  const { model: name } = flags;
  if (name === undefined) return;
  if (flags.dryRun === true) {
    await estimate(run, inputs, name);
    return;
  }
  const model = await openModelFor(shell, { ...flags, model: name }, notices);
  try {
    await askAll(run, inputs, model);
  } finally {
    run.progress.clear();
    await model.close();
  }
}

/**
 * Gathers questions and asks them in turns: while a command of the model's runs, a signal must be heard
 * to end it, which it is not while an input is compacted.
 */
async function askAll(run: Run, inputs: readonly Input[], model: Model): Promise<void> {
  let gathered: { ask: Ask; key: string; answers: Map<string, Answer> }[] = [];
  let asked = 0;
  let done = 0;
  // Replies that cannot be kept end the run: nothing more is paid for, or held.
  let failure: { readonly error: unknown } | undefined;
  const goOn = () => {
    if (failure !== undefined) throw failure.error;
  };
  const askGathered = async () => {
    const questions = gathered;
    gathered = [];
    asked += questions.length;
    await Promise.all(
      questions.map(async ({ ask, key, answers }) => {
        const reply = await model.ask(ask);
        answers.set(key, reply.ok ? { ok: true, text: reply.text } : reply);
        run.progress.replies(++done, asked);
      }),
    ).catch((error: unknown) => {
      failure ??= { error };
    });
    await hearSignals();
    goOn();
  };
  for (const input of inputs) {
    const answers = new Map<string, Answer>();
    run.answers.set(input.name, answers);
    await gatherAsks(run, input, {
      visit: (ask, key) => void gathered.push({ ask, key, answers }),
      async pace() {
        if (gathered.length >= ASKED_TOGETHER) await askGathered();
      },
    });
    goOn(); // What ended it was taken for a fault of the input.
    if (gathered.length >= ASKED_TOGETHER) await askGathered();
  }
  await askGathered();
}

/**
 * Says how many replies it would take at most, how many of them are kept, and about how many tokens the
 * others would cost.
 */
async function estimate(run: Run, inputs: readonly Input[], name: string): Promise<void> {
  const { estimatedTokens } = await import("../../model/model-limits.ts");
  const replies = await keptRepliesFor(run.shell, { ...run.flags, model: name });
  const keys = new Set<string>();
  let kept = 0;
  let sent = 0;
  let received = 0;
  for (const input of inputs) {
    await gatherAsks(run, input, {
      visit(ask, key) {
        if (keys.has(key)) return;
        keys.add(key);
        if (replies.get(ask) !== undefined) {
          kept++;
          return;
        }
        sent += estimatedTokens(ask);
        received += ask.maxTokens;
      },
      pace: async () => {},
    });
  }
  const [calls, most, least] = [keys.size - kept, sent, received].map(number);
  const times = keys.size - kept === 1 ? "once" : `${calls} times`;
  const others = kept === 0 ? "" : `, with ${number(kept)} more replies in the cache`;
  run.notices.note(
    `would call ${name} ${times}${others}: about ${most} tokens sent, at most ${least} received`,
  );
}
