import type { LineRange } from "./line-ranges.ts";
import { type SimpleCommand, simpleCommand } from "./shell-words.ts";

/** A file that a command prints, or some lines of it, and nothing else. */
export interface ShellRead {
  readonly path: string;
  readonly lines: LineRange;
  /** The folder of a `cd` before it. */
  readonly folder: string | undefined;
}

/**
 * The file and lines that a command reads, if that is certain: `cat`, `nl`, `head -n N`, `tail -n +N` and
 * `sed -n 'A,Bp'` of one file, also through each other, after `cd DIR &&`, and in `bash -lc`.
 */
export function shellReadOf(command: string | readonly string[]): ShellRead | undefined {
  const simple =
    typeof command === "string"
      ? simpleCommand(command)
      : { folder: undefined, pipeline: [command] };
  if (simple === undefined) return undefined;
  const [first = [], ...rest] = simple.pipeline;
  const script = scriptIn(first);
  if (script === undefined) return readIn(simple);
  const inner = rest.length === 0 ? shellReadOf(script) : undefined;
  if (inner === undefined) return undefined;
  return { ...inner, folder: inFolder(simple.folder, inner.folder) };
}

/** A path or folder, resolved against the folder that it is relative to. */
export function inFolder<T extends string | undefined>(
  folder: string | undefined,
  path: T,
): T | string {
  if (path === undefined) return folder as T | string;
  return folder === undefined || path.startsWith("/") ? path : `${folder}/${path}`;
}

/** The script that a shell runs: `bash -lc SCRIPT`. */
function scriptIn([shell = "", option = "", script, ...rest]: readonly string[]) {
  const isShell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(shell) && /^-[li]*c$/.test(option);
  return isShell && rest.length === 0 ? script : undefined;
}

function readIn({ folder, pipeline }: SimpleCommand): ShellRead | undefined {
  const [source, ...filters] = pipeline.map(rangeOf);
  if (source?.file === undefined) return undefined;
  let { from, to } = source;
  for (const filter of filters) {
    if (filter === undefined || filter.file !== undefined) return undefined;
    to = Math.min(to, from + filter.to - 1);
    from += filter.from - 1;
  }
  if (from >= to) return undefined;
  const isAll = from === 1 && to === Number.POSITIVE_INFINITY;
  const lines: LineRange = isAll ? { kind: "all" } : { kind: "range", tool: "shell", from, to };
  return { path: source.file, lines, folder };
}

/** The lines that a command prints, counted from 1, of a file or of its input. */
interface ReadRange {
  readonly from: number;
  /** The line after the last. */
  readonly to: number;
  readonly file: string | undefined;
}

function rangeOf([command, ...words]: readonly string[]): ReadRange | undefined {
  switch (command) {
    case "cat":
      return rest(words, /^(?:-n|--number)$/, ALL);
    case "nl":
      return rest(words, /^(?:-ba|--body-numbering=a)$/, ALL);
    case "head":
      return counted(words, { to: 11 }, (count) => ({ to: count + 1 }));
    case "tail":
      return counted(words, undefined, (count, sign) =>
        sign === "+" ? { from: Math.max(count, 1) } : undefined,
      );
    case "sed": {
      const [option, script = "", ...files] = words;
      const [, first, last] = /^([1-9]\d{0,8})(?:,(\d{1,9}|\$))?p$/.exec(script) ?? [];
      if (option !== "-n" || first === undefined) return undefined;
      const from = Number(first);
      if (last === "$") return rest(files, undefined, { from });
      return rest(files, undefined, { from, to: Math.max(from, Number(last ?? first)) + 1 });
    }
    default:
      return undefined;
  }
}

type Some = Partial<Pick<ReadRange, "from" | "to">>;
const ALL: Some = {};

/** A number of lines: `-n 5`, `-n5`, `-5`, `--lines=5`. */
function counted(
  words: readonly string[],
  without: Some | undefined,
  lines: (count: number, sign: string) => Some | undefined,
): ReadRange | undefined {
  const isSplit = words[0] === "-n";
  const option = isSplit ? `-n${words[1] ?? ""}` : (words[0] ?? "");
  const [, sign = "", count] = /^(?:-n|--lines=|-)([+]?)(\d{1,9})$/.exec(option) ?? [];
  if (count === undefined) return without && rest(words, undefined, without);
  const some = lines(Number(count), sign);
  return some && rest(words.slice(isSplit ? 2 : 1), undefined, some);
}

/** The range with the arguments after the options: one file, or none. */
function rest(
  words: readonly string[],
  option: RegExp | undefined,
  { from = 1, to = Number.POSITIVE_INFINITY }: Some,
): ReadRange | undefined {
  const start = words.findIndex((word) => !option?.test(word));
  const [file, ...others] = start < 0 ? [] : words.slice(start);
  const isFile = file === undefined || (file !== "" && !file.startsWith("-"));
  return isFile && others.length === 0 ? { from, to, file } : undefined;
}
