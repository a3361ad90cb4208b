import { hearSignals } from "../../../io/signals.ts";
import type { Model } from "../../../model/model.ts";
import type { Answer, Ask } from "../../../reduce/asking/ask.ts";
import { number } from "../../../report/figures.ts";
import type { Input } from "../../inputs/input.ts";
import { keptRepliesFor, openModelFor } from "../../options/open-model.ts";
import { gatherAsks } from "./gather-asks.ts";
import type { Run } from "./run-state.ts";

/** The least number of questions sent together, if there are that many. */
const ASKED_TOGETHER = 64;

/**
 * Asks the model all questions of these inputs before any is compacted, so that the output does not depend on the
 * order of the answers. Each input is read once more for it. A dry run only reports the number and cost of the
 * questions.
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
 * Alternates between collecting questions and asking them: while a model's command runs, a signal has to reach it,
 * and signals wait while an input is compacted.
 */
async function askAll(run: Run, inputs: readonly Input[], model: Model): Promise<void> {
  let gathered: { ask: Ask; key: string; answers: Map<string, Answer> }[] = [];
  let asked = 0;
  let done = 0;
  // If replies cannot be cached, the run ends: nothing more is paid for.
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
    goOn(); // The input's error is the failure that ended the asking.
    if (gathered.length >= ASKED_TOGETHER) await askGathered();
  }
  await askGathered();
}

/**
 * Reports how many replies are needed at most, how many of them are cached, and about how many tokens the others
 * would cost.
 */
async function estimate(run: Run, inputs: readonly Input[], name: string): Promise<void> {
  const { estimatedTokens } = await import("../../../model/model-limits.ts");
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
