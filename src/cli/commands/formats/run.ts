import { layOutList } from "../../../report/list-table.ts";
import { recordsAs } from "../../../report/report-record.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { widthOf } from "../../terminal/stream-width.ts";
import type { FormatsFlags } from "./flags.ts";

/** Prints the formats that there are. */
export async function formatsCommand(shell: Shell, flags: FormatsFlags): Promise<number> {
  const { report } = flags;
  const { among } = await formatsFrom(flags);
  const rows = among.all
    .map(({ name, layouts, dropping, knownFrom, writtenBy }) => ({
      format: name,
      layouts,
      dropping: typeof dropping === "string" ? dropping : "native",
      knownFrom: knownFrom ?? "its author",
      writtenBy,
    }))
    .sort((a, b) => (a.format < b.format ? -1 : 1));
  const text =
    report === "table"
      ? layOutList(
          rows,
          [
            { name: "format", text: ({ format }) => format },
            { name: "layouts", text: ({ layouts }) => layouts.join(", ") },
            { name: "dropping", text: ({ dropping }) => dropping },
            {
              name: "written by (known from)",
              text: ({ writtenBy, knownFrom }) => `${writtenBy} (${knownFrom})`,
            },
          ],
          widthOf(shell),
        )
      : await recordsAs(report, "formats", rows);
  await shell.stdout.write([Buffer.from(text)]);
  return EXIT.done;
}
