import type { Dropping } from "../../reduce/pipeline/reduction.ts";
import { type Placeholders, placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import { masksNothing, replay } from "../../reduce/replay/replay-transcript.ts";
import { isWindowAlone, replayWindows } from "../../reduce/replay/replay-windows.ts";
import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import type { SettingToCompare } from "./setting.ts";

/** The replay of each setting. Windows of one family, where nothing else masks, are replayed together. */
export function replaysOf(
  requests: Requests,
  settings: readonly SettingToCompare[],
  { alone, dropping }: { readonly alone: Replay; readonly dropping: Dropping },
): readonly Replay[] {
  const { transcript } = requests;
  const replays = new Map<SettingToCompare, Replay>();
  for (const [, family] of byFamily(settings)) {
    const [first] = family;
    if (first === undefined) continue;
    if (family.every(({ policy }) => masksNothing(requests, policy))) continue;
    const placeholders = held(placeholdersOf(transcript, first.policy));
    const windows = family.filter(({ policy }) => isWindowAlone(policy));
    const policies = windows.map(({ policy }) => policy);
    const together = replayWindows(requests, policies, { alone, placeholders });
    windows.forEach((setting, k) => {
      replays.set(setting, together[k] ?? alone);
    });
    for (const setting of family)
      if (!replays.has(setting))
        replays.set(setting, replay(requests, setting.policy, { dropping, placeholders }));
  }
  return settings.map((setting) => replays.get(setting) ?? alone);
}

function byFamily(
  settings: readonly SettingToCompare[],
): ReadonlyMap<string, readonly SettingToCompare[]> {
  const families = new Map<string, SettingToCompare[]>();
  for (const setting of settings) {
    const family = families.get(setting.family);
    if (family === undefined) families.set(setting.family, [setting]);
    else family.push(setting);
  }
  return families;
}

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
