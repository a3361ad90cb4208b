import type { Model } from "../model/model.ts";
import type { Answer } from "../reduce/asking/ask.ts";
import { number } from "../report/figures.ts";
import { gatherAsks } from "./gather-asks.ts";
import type { Input } from "./inputs.ts";
import { keptRepliesFor, openModelFor } from "./model.ts";
import type { Run } from "./run.ts";

/** Questions under way or waiting past which no further input is read. */
const MOST_PENDING = 64;

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

async function askAll(run: Run, inputs: readonly Input[], model: Model): Promise<void> {
  const pending = new Set<Promise<void>>();
  let asked = 0;
  let done = 0;
  for (const input of inputs) {
    const answers = new Map<string, Answer>();
    run.answers.set(input.name, answers);
    await gatherAsks(run, input, {
      visit(ask, key) {
        asked++;
        const one = model.ask(ask).then((reply) => {
          answers.set(key, reply.ok ? { ok: true, text: reply.text } : reply);
          pending.delete(one);
          run.progress.replies(++done, asked);
        });
        pending.add(one);
      },
      async pace() {
        while (pending.size >= MOST_PENDING) await Promise.race(pending);
      },
    });
  }
  await Promise.all(pending);
}

/**
 * Says how many replies it would take at most, how many of them are kept, and about how many tokens the
 * others would cost.
 */
async function estimate(run: Run, inputs: readonly Input[], name: string): Promise<void> {
  const { estimatedTokens } = await import("../model/limits.ts");
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
  const others = kept === 0 ? "" : `, with ${number(kept)} more replies in the cache`;
  run.notices.note(
    `${name} would be asked ${calls} times${others}: about ${most} tokens sent, at most ${least} received`,
  );
}
