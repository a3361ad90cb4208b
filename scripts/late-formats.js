/**
 * Makes the program load each format when more than its name, evidence and keys is needed: these are data,
 * and written into the list of formats. A plugin for the bundle of the program.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const SIGNS = ["name", "evidence", "keys"];
/** Members that are asked of formats which a record may be of, before it is known to be of one. */
const ASKED = ["chat", "detect"];
const LIST = /(const LIST = \[)([^\]]*)\]/;

/** `list` is the file with the formats, in a constant `LIST` and in the same order in `FORMATS`. */
export function lateFormats(list) {
  return {
    name: "late-formats",
    async transform(code, id) {
      if (id !== list) return undefined;
      const formats = Object.values(await formatsIn(list));
      const names = LIST.exec(code)[2].match(/\w+/g);
      const members = new Set(formats.flatMap((format) => Object.keys(format)));
      const others = [...members].filter((member) => !SIGNS.includes(member));
      const late = names.map((name, k) =>
        isLate(formats[k]) ? `late(signs[${k}], () => ${name})` : name,
      );
      const signs = JSON.stringify(formats.map(signsOf));
      return [
        'import { lateFormats } from "./registry/late-format.ts";',
        `const late = lateFormats(${JSON.stringify(others)});`,
        // V8 makes objects of a text sooner than of code that runs once.
        `const signs = JSON.parse(${JSON.stringify(signs)});`,
        code.replace(LIST, (_, start) => `${start}${late.join(",\n")}]`),
      ].join("\n");
    },
  };
}

/**
 * A format with a table is loaded at the start, as most inputs need it, unless a record needs its own keys or texts:
 * the kernel then goes over the tape again to number the words of its table.
 */
function isLate({ chat, evidence, keys }) {
  const isRare = evidence === "keys" || evidence === "texts";
  return chat === undefined || isRare || keys.every(({ all }) => all !== undefined);
}

function signsOf(format) {
  if (!isLate(format)) return null;
  const lacks = ASKED.filter((member) => format[member] === undefined);
  return { ...Object.fromEntries(SIGNS.map((sign) => [sign, format[sign]])), lacks };
}

/** The formats themselves: bundles the file, and runs it. */
async function formatsIn(list) {
  const folder = mkdtempSync(join(tmpdir(), "elision-formats-"));
  try {
    const bundle = await rolldown({ input: list, platform: "node" });
    await bundle.write({ file: join(folder, "formats.mjs"), format: "esm" });
    return (await import(pathToFileURL(join(folder, "formats.mjs")).href)).FORMATS;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
