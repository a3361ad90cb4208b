import { charsWith, type ObservationPart, type Part } from "../../transcript/model/message.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import { guardsOf, NEVER } from "../pipeline/guards.ts";
import { ifWorthIt } from "../pipeline/min-gain.ts";
import { tokensOfEdit } from "../pipeline/part-edits.ts";
import { maskersOf, rulesOf } from "../pipeline/tiers.ts";
import { type Placeholders, placeholdersOf } from "../placeholders/placeholder.ts";
import { RULES } from "../rules/index.ts";
import type { RuleContext } from "../rules/rule.ts";
import { leavingAfter, type Step, type Units, unitsOf, windowOf } from "../windows/window-ends.ts";
import { DROPS_NOTHING, mayDrop } from "./replay-transcript.ts";
import { type Final, type Replay, replayOf } from "./replayed-prompts.ts";
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
  const masks = new WindowMasks(requests, first, { live: alone.final, placeholders });
  const known: { readonly steps: readonly Step[]; readonly replay: Replay }[] = [];
  return policies.map((policy) => {
    const steps = masks.stepsUnder(policy);
    const same = known.find((each) => areSame(each.steps, steps));
    if (same !== undefined) return same.replay;
    const replay = steps.every((step) => step === NEVER) ? alone : masks.replayAt(steps);
    known.push({ steps, replay });
    return replay;
  });
}

/** Compares two lists of as many numbers. */
function areSame(one: readonly number[], other: readonly number[]): boolean {
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}

/** A worthwhile placeholder, and the chars and tokens that it saves. */
interface WorthyText {
  readonly text: string;
  readonly chars: number;
  readonly tokens: number;
}

/** The observations of a transcript that a window may mask, in columns. */
class WindowMasks {
  private readonly requests: Requests;
  private readonly live: Final;
  private readonly context: RuleContext;
  private readonly units: Units | undefined;
  private readonly parts: ObservationPart[] = [];
  /** By the place in `parts`: the number of its unit, the turn that it came in, and the step until which it is kept. */
  private readonly ordinals: number[] = [];
  private readonly seen: Step[] = [];
  private readonly until: Step[] = [];
  /** The step from which it is masked whatever the window; `BY_WINDOW` where the window decides. */
  private readonly fixed: Step[] = [];
  /** Null if no placeholder is worthwhile, undefined if not computed yet. */
  private readonly texts: (WorthyText | null | undefined)[] = [];
  /** The place in `parts` of each part, by its number; `NOWHERE` for others. */
  private readonly places: number[];

  constructor(
    requests: Requests,
    policy: Policy,
    {
      live,
      placeholders,
    }: { readonly live: Final; readonly placeholders?: Placeholders | undefined },
  ) {
    const { transcript } = requests;
    this.requests = requests;
    this.live = live;
    this.units = unitsOf(transcript, policy.window);
    this.context = {
      transcript,
      policy,
      active: rulesOf(policy).active,
      window: windowOf(transcript, policy.window),
      placeholders: placeholders ?? placeholdersOf(transcript, policy),
      minGain: policy.minGain,
    };
    const guards = guardsOf(this.context, { splits: false }).all;
    const undecided = { ...this.context, window: { leaves: () => BY_WINDOW, start: () => 0 } };
    this.places = new Array<number>(transcript.parts.length).fill(NOWHERE);
    for (const part of transcript.observations()) {
      const until = guards.until(part.index);
      const fixed = RULES.window.masksFrom(part, undecided);
      if (until === NEVER || fixed === undefined) continue;
      this.places[part.index] = this.parts.push(part) - 1;
      this.ordinals.push(this.units?.ordinal(part) ?? 0);
      this.seen.push(transcript.turns.of(part.message));
      this.until.push(until);
      this.fixed.push(fixed);
    }
  }

  /** For each of `parts` the step from which a policy masks it; `NEVER` where it does not. */
  stepsUnder(policy: Policy): readonly Step[] {
    const { parts, until, fixed } = this;
    const leaves = this.leavingUnder(policy);
    const last = this.requests.transcript.turns.count;
    const steps: Step[] = [];
    for (let place = 0; place < parts.length; place++) {
      const own = fixed[place] ?? BY_WINDOW;
      const named = own === BY_WINDOW ? (leaves(place) ?? NEVER) : own;
      const from = Math.max(named, until[place] ?? 0);
      steps.push(from <= last && this.textAt(place) !== null ? from : NEVER);
    }
    return steps;
  }

  /** When each of `parts` leaves the window of a policy. */
  private leavingUnder({ window }: Policy): (place: number) => Step | undefined {
    const { units, parts, ordinals, seen } = this;
    if (units === undefined) {
      const { leaves } = windowOf(this.requests.transcript, window);
      return (place) => leaves(parts[place] as ObservationPart);
    }
    const leaves = leavingAfter(units, window);
    return (place) => leaves(ordinals[place] ?? 0, seen[place] ?? 0);
  }

  /** The replay of a policy that masks each of `parts` from these steps on. */
  replayAt(steps: readonly Step[]): Replay {
    const { requests, parts } = this;
    const changes = new ChangedTexts();
    let [maskedCount, maskedChars] = [0, 0];
    for (let place = 0; place < parts.length; place++) {
      const step = steps[place] ?? NEVER;
      const { index } = parts[place] as ObservationPart;
      const text = step === NEVER ? null : this.textAt(place);
      if (text === null || index < requests.start) continue;
      maskedCount++;
      maskedChars += text.chars;
      changes.add(index, step, text.tokens);
    }
    const prompts = walkChanges(requests, changes);
    const final: Final = {
      chars: this.live.chars - maskedChars,
      tokens: this.live.tokens - prompts.saved,
      maskedCount,
      maskedChars,
      reductionStage: "masking",
      fits: true,
      targetMet: true,
    };
    return replayOf(prompts, final, this.editsAt(steps));
  }

  /** The edits of a policy that masks each of `parts` from these steps on. */
  private editsAt(
    steps: readonly Step[],
  ): Pick<Replay, "maskedFrom" | "textAt" | "droppedFrom" | "summaryAt"> {
    const { places } = this;
    const maskedFrom = ({ index }: Pick<Part, "index">): Step => {
      const place = places[index] ?? NOWHERE;
      return place === NOWHERE ? NEVER : (steps[place] ?? NEVER);
    };
    return {
      maskedFrom,
      textAt: (part, step) =>
        maskedFrom(part) > step ? undefined : this.textAt(places[part.index] ?? NOWHERE)?.text,
      ...DROPS_NOTHING,
    };
  }

  /** The text to mask a part with; null if none is worthwhile. */
  textAt(place: number): WorthyText | null {
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

const BY_WINDOW = -1;
const NOWHERE = -1;
