import { clineWith } from "../cline/cline.ts";
import type { Format } from "../format.ts";
import { huggingfaceWith } from "../huggingface.ts";
import { miniSweAgentWith } from "../mini-swe-agent.ts";
import { openhandsLlmLogsWith } from "../openhands-llm-logs.ts";
import { plainWith } from "../plain.ts";
import type { MaskTest } from "../shared/observation-headers.ts";
import { sweSmithWith } from "../swe-smith.ts";
import { terminusWith } from "../terminus.ts";
import { MEMBERS } from "./check-format.ts";
import type { FormatChoice } from "./format-choice.ts";
import { FormatSet } from "./format-set.ts";
import { lateFormats } from "./late-format.ts";

/** The formats in which tools answer as the user: such answers have a header, which placeholders need not have. */
const TEXT_PROTOCOLS = new Map<string, (isMask: MaskTest) => Format>([
  ["cline", (isMask) => clineWith(isMask)],
  ["huggingface", (isMask) => huggingfaceWith(isMask)],
  ["mini-swe-agent", (isMask) => miniSweAgentWith(isMask)],
  ["openhands-llm-logs", (isMask) => openhandsLlmLogsWith(isMask)],
  ["plain", (isMask) => plainWith(isMask)],
  ["swe-smith", (isMask) => sweSmithWith(isMask)],
  ["terminus", (isMask) => terminusWith(isMask)],
]);

/** A choice of formats whose text protocols also recognise, by `isMask`, the placeholders of answers. */
export function recognisingMasks({ among, forced }: FormatChoice, isMask: MaskTest): FormatChoice {
  const late = lateFormats(MEMBERS.filter((member) => !SIGNS.has(member)));
  const all = among.all.map((format) => {
    const make = TEXT_PROTOCOLS.get(format.name);
    if (make === undefined) return format;
    let made: Format | undefined;
    return late(format, () => {
      made ??= make(isMask);
      return made;
    });
  });
  const at = forced === undefined ? -1 : among.all.indexOf(forced);
  return { among: new FormatSet(all), forced: all[at] ?? forced };
}

const SIGNS: ReadonlySet<string> = new Set(["name", "evidence", "keys"]);
