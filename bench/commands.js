#!/usr/bin/env node
/**
 * Times the commands that people run on a file next to Python's json.loads of its lines, and prints medians:
 *
 *   npm run bench:commands                  generated files of 36 MB, 5 runs of each
 *   npm run bench:commands -- 1 9           of 1 MB, 9 runs of each
 *   npm run bench:commands -- 0 5 FILES     your own files
 */
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generated-files.js";
import { timeInTurn } from "./time-in-turn.js";

const [megabytes = "36", runs = "5", ...files] = process.argv.slice(2);
if (!(Number(megabytes) >= 0 && Number(runs) > 0)) {
  console.error("usage: npm run bench:commands -- [MEGABYTES] [RUNS] [FILES]");
  process.exit(2);
}
// Node 20 reads these certificates at each start, which takes longer than the rest of its start.
delete process.env.NODE_EXTRA_CA_CERTS;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { folder, generate } = generatedFiles();

const SHAPES = ["rows", "short", "anthropic", "lines", "document", "claude-code", "codex"];
const inputs = [
  ...files,
  ...(Number(megabytes) > 0 ? SHAPES.map((shape) => generate(shape, megabytes)) : []),
];
const elision = [process.execPath, here("../bin/elision.js"), "-j", "1"];
const inNewArchive =
  'rm -rf "$2" "$2.jsonl"; cp "$1" "$2.jsonl"; shift 2; XDG_DATA_HOME="$0" exec "$@"';

const names = ["compact", "-n", "-i, new archive", "inspect", "check", "compare", "json.loads"];
console.log(`| | ${names.join(" | ")} |\n|---|${names.map(() => "---").join("|")}|`);
for (const input of inputs) {
  const data = join(folder, "data");
  const seconds = timeInTurn(
    {
      compact: [...elision, "--report", "none", input],
      "-n": [...elision, "-n", input],
      // with the copy of the file, which is not elision's work
      "-i, new archive": [
        ...["sh", "-c", inNewArchive, data, input, data],
        ...[...elision, "-i", "-q", `${data}.jsonl`],
      ],
      inspect: [...elision.slice(0, 2), "inspect", input],
      check: [...elision.slice(0, 2), "check", input],
      compare: [...elision.slice(0, 2), "compare", input],
      "json.loads": ["python3", here("peers/loads.py"), input],
    },
    Number(runs),
  );
  const cells = names.map((name) => seconds[name]?.toFixed(3) ?? "");
  console.log(`| ${basename(input).replace(/(-[\d.]+)?\.jsonl$/, "")} | ${cells.join(" | ")} |`);
}
