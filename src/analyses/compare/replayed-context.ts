import type { Dropping } from "../../reduce/pipeline/reduction.ts";
import { placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import { leaveAlone, mayHideCalls } from "../../reduce/replay/replay-transcript.ts";
import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import { type RecordedMasks, recordedMasks } from "./recall/recorded-masks.ts";
import { type Drawn, drawnFrom } from "./recall/window-recall.ts";
import { replaysOf } from "./replays-of.ts";
import type { SessionContext } from "./session-context.ts";
import type { SettingToCompare } from "./setting.ts";

/** A context under every setting. */
export interface ReplayedContext {
  readonly requests: Requests;
  readonly alone: Replay;
  readonly replays: readonly Replay[];
  readonly drawn: Drawn | undefined;
  /** Results that are already placeholders; undefined where recall is not looked at. */
  readonly masks: RecordedMasks | undefined;
}

/** Replays a context under every setting, and finds what later turns drew on, if recall is measured. */
export function replayContext(
  { transcript, isNew }: SessionContext,
  requests: Requests,
  {
    settings,
    recalls,
    dropping,
  }: {
    readonly settings: readonly SettingToCompare[];
    readonly recalls: boolean;
    readonly dropping: Dropping;
  },
): ReplayedContext {
  const mayDrop = settings.some(({ policy }) => mayHideCalls(policy));
  const [first] = settings;
  const placeholders = first && placeholdersOf(transcript, first.policy);
  const drawn = recalls
    ? drawnFrom(transcript, { mayDrop, ...(isNew !== undefined && { isNew }) })
    : undefined;
  const alone = leaveAlone(requests);
  return {
    requests,
    alone,
    replays: replaysOf(requests, settings, { alone, dropping, placeholders }),
    drawn,
    masks: drawn && placeholders && recordedMasks(requests, drawn.reAsks, placeholders),
  };
}
