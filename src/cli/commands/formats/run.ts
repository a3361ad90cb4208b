import type { Format } from "../../../formats/format.ts";
import { FORMATS } from "../../../formats/index.ts";
import { layOutList } from "../../../report/list-table.ts";
import { recordsAs } from "../../../report/report-record.ts";
import type { ValuesOf } from "../../options/flag.ts";
import type { RESULT_FLAGS } from "../../options/result-flags.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { widthOf } from "../../terminal/stream-width.ts";

/** Prints the formats that there are. */
export async function formatsCommand(
  shell: Shell,
  { report }: ValuesOf<typeof RESULT_FLAGS>,
): Promise<number> {
  const rows = Object.entries<Format>(FORMATS)
    .map(([format, { layouts, dropping, writtenBy }]) => ({
      format,
      layouts,
      dropping: typeof dropping === "string" ? dropping : "native",
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
            { name: "written by", text: ({ writtenBy }) => writtenBy },
          ],
          widthOf(shell),
        )
      : await recordsAs(report, "formats", rows);
  await shell.stdout.write([Buffer.from(text)]);
  return EXIT.done;
}
