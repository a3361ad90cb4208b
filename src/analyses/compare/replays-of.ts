import type { Dropping } from "../../reduce/pipeline/reduction.ts";
import { type Placeholders, placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import { masksNothing, replay } from "../../reduce/replay/replay-transcript.ts";
import { isWindowAlone, replayWindows } from "../../reduce/replay/replay-windows.ts";
import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import type { SettingToCompare } from "./setting.ts";

/**
 * The replay of each setting. Windows of one family, where nothing else masks, are replayed together. `placeholders`
 * are those of the first setting's family.
 */
export function replaysOf(
  requests: Requests,
  settings: readonly SettingToCompare[],
  {
    alone,
    dropping,
    placeholders,
  }: {
    readonly alone: Replay;
    readonly dropping: Dropping;
    readonly placeholders: Placeholders | undefined;
  },
): readonly Replay[] {
  const replays = settings.map(() => alone);
  for (const { members, windows, others, isFirst } of familiesOf(settings)) {
    const [first] = members;
    if (first === undefined) continue;
    if (members.every(({ setting }) => masksNothing(requests, setting.policy))) continue;
    const shared = isFirst ? placeholders : undefined;
    const own = held(shared ?? placeholdersOf(requests.transcript, first.setting.policy));
    const policies = windows.map(({ setting }) => setting.policy);
    const together = replayWindows(requests, policies, { alone, placeholders: own });
    windows.forEach(({ index }, k) => {
      replays[index] = together[k] ?? alone;
    });
    for (const { setting, index } of others)
      replays[index] = replay(requests, setting.policy, { dropping, placeholders: own });
  }
  return replays;
}

/** A setting, and its place among all. */
interface Member {
  readonly setting: SettingToCompare;
  readonly index: number;
}

/** Settings with the same placeholders: those that are replayed together, and the others. */
interface Family {
  readonly members: readonly Member[];
  readonly windows: readonly Member[];
  readonly others: readonly Member[];
  /** Whether the first setting of all is among them. */
  readonly isFirst: boolean;
}

/** The families of settings, found once for all transcripts. */
function familiesOf(settings: readonly SettingToCompare[]): readonly Family[] {
  const known = FAMILIES.get(settings);
  if (known !== undefined) return known;
  const byName = new Map<string, Member[]>();
  settings.forEach((setting, index) => {
    const members = byName.get(setting.family) ?? [];
    byName.set(setting.family, members);
    members.push({ setting, index });
  });
  const families = [...byName.values()].map((members) => ({
    members,
    windows: members.filter(({ setting }) => isWindowAlone(setting.policy)),
    others: members.filter(({ setting }) => !isWindowAlone(setting.policy)),
    isFirst: members[0]?.index === 0,
  }));
  FAMILIES.set(settings, families);
  return families;
}

const FAMILIES = new WeakMap<readonly SettingToCompare[], readonly Family[]>();

/** The same placeholders, each made only once. */
function held({ textFor, isMasked, refOf }: Placeholders): Placeholders {
  const texts = new Map<number, string | undefined>();
  return {
    isMasked,
    refOf,
    textFor(part) {
      const { index } = part;
      const known = texts.get(index);
      if (known !== undefined || texts.has(index)) return known;
      const text = textFor(part);
      texts.set(index, text);
      return text;
    },
  };
}
