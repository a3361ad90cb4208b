import { charsWith, type ObservationPart } from "../../transcript/model/message.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import { type Guards, guardsOf, NEVER } from "../pipeline/guards.ts";
import { ifWorthIt } from "../pipeline/min-gain.ts";
import { tokensOfEdit } from "../pipeline/part-edits.ts";
import { maskersOf, rulesOf } from "../pipeline/tiers.ts";
import { type Placeholders, placeholdersOf } from "../placeholders/placeholder.ts";
import { RULES } from "../rules/index.ts";
import type { RuleContext } from "../rules/rule.ts";
import { type Step, windowOf } from "../windows/window-ends.ts";
import { liveChars, liveTokens } from "./masking-walk.ts";
import { DROPS_NOTHING, mayDrop } from "./replay-transcript.ts";
import type { Final, Replay } from "./replayed-prompts.ts";
import type { Requests } from "./requests.ts";
import { ChangedTexts, walkChanges } from "./walk-changes.ts";

/** Whether only the window rule masks under a policy, without delay, and no keeping rule depends on the window. */
export function isWindowAlone(policy: Policy): boolean {
  const { kept } = policy.rules.errors;
  const maskers = maskersOf(policy);
  return (
    maskers.length === 1 &&
    maskers[0] === "window" &&
    policy.pressure === undefined &&
    !mayDrop(policy) &&
    !(typeof kept === "object" && "last" in kept)
  );
}

/**
 * Replays policies that differ only in their windows, with `isWindowAlone` true for each: placeholders, savings
 * and kept observations are computed once for all. Policies that mask the same from the same steps on get one
 * replay, and those that mask nothing `alone`.
 */
export function replayWindows(
  requests: Requests,
  policies: readonly Policy[],
  { alone, placeholders }: { readonly alone: Replay; readonly placeholders?: Placeholders },
): readonly Replay[] {
  const [first] = policies;
  if (first === undefined) return [];
  const masks = new WindowMasks(requests, first, placeholders);
  const known: { readonly steps: readonly Step[]; readonly replay: Replay }[] = [];
  return policies.map((policy) => {
    const steps = masks.stepsUnder(policy);
    const same = known.find((each) => each.steps.every((step, k) => step === steps[k]));
    if (same !== undefined) return same.replay;
    const replay = steps.every((step) => step === NEVER) ? alone : masks.replayAt(steps);
    known.push({ steps, replay });
    return replay;
  });
}

/** A worthwhile placeholder, and the chars and tokens that it saves. */
interface WorthyText {
  readonly text: string;
  readonly chars: number;
  readonly tokens: number;
}

/** The observations of a transcript that a window may mask. */
class WindowMasks {
  private readonly requests: Requests;
  private readonly context: RuleContext;
  private readonly guards: Guards;
  private readonly parts: ObservationPart[] = [];
  /** By the place in `parts`: null if no placeholder is worthwhile, undefined if not computed yet. */
  private readonly texts: (WorthyText | null | undefined)[] = [];
  /** The places in `parts`, from 1, by the number of a part. */
  private readonly places: Int32Array;

  constructor(requests: Requests, policy: Policy, placeholders?: Placeholders) {
    const { transcript } = requests;
    this.requests = requests;
    this.context = {
      transcript,
      policy,
      active: rulesOf(policy).active,
      window: windowOf(transcript, policy.window),
      placeholders: placeholders ?? placeholdersOf(transcript, policy),
      minGain: policy.minGain,
    };
    this.guards = guardsOf(this.context, { splits: false }).all;
    this.places = new Int32Array(transcript.parts.length);
    for (const part of transcript.observations()) {
      if (this.guards.until(part.index) === NEVER) continue;
      this.places[part.index] = this.parts.push(part);
    }
  }

  /** For each of `parts` the step from which a policy masks it; `NEVER` where it does not. */
  stepsUnder(policy: Policy): readonly Step[] {
    const { transcript } = this.requests;
    const { parts, guards } = this;
    const context = { ...this.context, policy, window: windowOf(transcript, policy.window) };
    const last = transcript.turns.count;
    const steps: Step[] = [];
    for (let place = 0; place < parts.length; place++) {
      const part = parts[place] as ObservationPart;
      const named = RULES.window.masksFrom(part, context) ?? NEVER;
      const from = Math.max(named, guards.until(part.index));
      steps.push(from <= last && this.textAt(place) !== null ? from : NEVER);
    }
    return steps;
  }

  /** The replay of a policy that masks each of `parts` from these steps on. */
  replayAt(steps: readonly Step[]): Replay {
    const { requests, parts, places } = this;
    const changes = new ChangedTexts();
    const counts = { maskedCount: 0, maskedChars: 0 };
    for (let place = 0; place < parts.length; place++) {
      const step = steps[place] ?? NEVER;
      const { index } = parts[place] as ObservationPart;
      const text = step === NEVER ? null : this.textAt(place);
      if (text === null || index < requests.start) continue;
      counts.maskedCount++;
      counts.maskedChars += text.chars;
      changes.add(index, step, text.tokens);
    }
    const { saved, ...prompts } = walkChanges(requests, changes);
    const final: Final = {
      chars: liveChars(requests) - counts.maskedChars,
      ...counts,
      reductionStage: "masking",
      fits: true,
      targetMet: true,
      tokens: liveTokens(requests) - saved,
    };
    const stepOf = (index: number) => steps[(places[index] ?? 0) - 1] ?? NEVER;
    return {
      ...prompts,
      final,
      maskedFrom: ({ index }) => stepOf(index),
      textAt: ({ index }, step) =>
        stepOf(index) <= step ? this.textAt((places[index] ?? 0) - 1)?.text : undefined,
      ...DROPS_NOTHING,
    };
  }

  private textAt(place: number): WorthyText | null {
    const known = this.texts[place];
    if (known !== undefined) return known;
    const found = this.worthyText(this.parts[place] as ObservationPart);
    this.texts[place] = found;
    return found;
  }

  private worthyText(part: ObservationPart): WorthyText | null {
    const { transcript, counter, before } = this.requests;
    const whole = this.context.placeholders.textFor(part);
    const text = whole === undefined ? undefined : ifWorthIt(this.context, part, whole);
    if (text === undefined) return null;
    const size = (before[part.index + 1] ?? 0) - (before[part.index] ?? 0);
    return {
      text,
      chars: part.chars - charsWith(part, text),
      tokens: size - tokensOfEdit(transcript, part, { text, counter }),
    };
  }
}
