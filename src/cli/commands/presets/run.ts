import { PRESETS, type Preset } from "../../../reduce/pipeline/presets.ts";
import { layOutList } from "../../../report/list-table.ts";
import { recordsAs } from "../../../report/report-record.ts";
import type { ValuesOf } from "../../options/flag.ts";
import { flagsFrom } from "../../options/reduce-options.ts";
import type { RESULT_FLAGS } from "../../options/result-flags.ts";
import { KEYS } from "../../options/toml/config-keys.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { widthOf } from "../../terminal/stream-width.ts";
import { asWritten, inWords } from "../config/run.ts";

type PresetReport = ValuesOf<typeof RESULT_FLAGS>["report"];

/** Prints the presets that there are, or what one of them sets, by the keys of elision.toml. */
export async function presetsCommand(
  shell: Shell,
  name: string | undefined,
  { report }: { readonly report: PresetReport },
): Promise<number> {
  const all = Object.entries<Preset>(PRESETS);
  const one = all.find(([preset]) => preset === name)?.[1];
  const width = widthOf(shell);
  const text = await (one === undefined
    ? listPresets(all, { report, width })
    : listOptions(one, { report, width }));
  await shell.stdout.write([Buffer.from(text)]);
  return EXIT.done;
}

interface PresetLayout {
  readonly report: PresetReport;
  readonly width: number;
}

async function listPresets(
  presets: readonly (readonly [name: string, Preset])[],
  { report, width }: PresetLayout,
): Promise<string> {
  const rows = presets.map(([preset, { about }]) => ({ preset, about }));
  if (report !== "table") return recordsAs(report, "presets", rows);
  return layOutList(
    rows,
    [
      { name: "preset", text: ({ preset }) => preset },
      { name: "what it is", text: ({ about }) => about },
    ],
    width,
  );
}

async function listOptions({ options }: Preset, { report, width }: PresetLayout): Promise<string> {
  const values = flagsFrom(options);
  const rows = [...KEYS]
    .filter(([, { name }]) => Object.hasOwn(values, name))
    .map(([key, { name, flag }]) => ({ key, value: asWritten(flag, values[name]) }));
  if (report !== "table") return recordsAs(report, "options", rows);
  return layOutList(
    rows,
    [
      { name: "key", text: ({ key }) => key },
      { name: "value", text: ({ value }) => inWords(value) },
    ],
    width,
  );
}
