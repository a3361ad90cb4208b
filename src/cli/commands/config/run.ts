import { visible } from "../../../base/visible.ts";
import { layOutList } from "../../../report/list-table.ts";
import { type ReportRecord, recordsAs } from "../../../report/report-record.ts";
import { duration } from "../../options/argument-types.ts";
import { type Flag, isNegated, namesOf } from "../../options/flag.ts";
import type { Layer, OptionSetting, Origin } from "../../options/settings.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { widthOf } from "../../terminal/stream-width.ts";
import { type ConfigFlags, SETTABLE } from "./flags.ts";

/** Prints the settings in effect, and where each was set. */
export async function configCommand(
  shell: Shell,
  { report }: ConfigFlags,
  settings: Layer,
): Promise<number> {
  const rows = Object.entries(SETTABLE).map(([name, flag]) => {
    const { value, from } = settings[name] ?? UNSET;
    return {
      key: namesOf(flag).long,
      value: asWritten(flag, value),
      source: from.kind,
      where: whereOf(from),
    };
  });
  const text =
    report === "table"
      ? layOutList(
          rows,
          [
            { name: "key", text: ({ key }) => key },
            { name: "value", text: ({ value }) => visible(inWords(value)) },
            {
              name: "set by",
              text: ({ source, where }) => visible(where === null ? source : `${source} ${where}`),
            },
          ],
          widthOf(shell),
        )
      : await recordsAs(report, "settings", rows);
  await shell.stdout.write([Buffer.from(text)]);
  return EXIT.done;
}

const UNSET: OptionSetting = { value: undefined, from: { kind: "default" } };

/** A value as a settings file writes it; null for an option that is not set. */
export function asWritten(flag: Flag, value: unknown): ReportRecord[string] {
  if (flag.type === undefined) return (value ?? false) !== isNegated(flag);
  if (value === undefined) return null;
  if (flag.type === duration) return `${Number(value) / 1000}s`;
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "number") return value;
  // `keep-errors`: { last: 3 } is written last:3.
  if (typeof value === "object" && value !== null) return Object.entries(value).flat().join(":");
  return String(value);
}

/** The value as one word or several. */
export function inWords(value: ReportRecord[string]): string {
  if (value === null) return "-";
  return typeof value === "object" ? value.join(" ") : String(value);
}

function whereOf(from: Origin): string | null {
  switch (from.kind) {
    case "flag":
    case "default":
      return null;
    case "preset":
      return from.preset;
    case "policy-file":
      return from.file;
    case "environment":
      return from.variable;
    case "profile":
      return `${from.profile} ${from.place.file}:${from.place.line}`;
    case "project":
    case "user":
    case "named":
      return `${from.place.file}:${from.place.line}`;
    default:
      return from satisfies never;
  }
}
