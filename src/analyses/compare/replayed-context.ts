import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import type { RecordedMasks } from "./recall/recorded-masks.ts";
import type { Drawn } from "./recall/window-recall.ts";

/** A context under every setting. */
export interface ReplayedContext {
  readonly requests: Requests;
  readonly alone: Replay;
  readonly replays: readonly Replay[];
  readonly drawn: Drawn | undefined;
  /** Results that are already placeholders; undefined where recall is not looked at. */
  readonly masks: RecordedMasks | undefined;
}
