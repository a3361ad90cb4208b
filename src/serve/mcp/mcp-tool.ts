import { checkOptions, VALUE, type ValueKind } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import type { LinesAsked } from "./excerpt-lines.ts";

/** The environment of the tools: a way to run the program, and their permissions. */
export interface McpWorld {
  /** Runs the program with these arguments, in the server's own process. */
  run(argv: readonly string[]): Promise<ProgramOutcome>;
  /** The folder of the archive to search; undefined if the user has none. */
  readonly archive: string | undefined;
  /** The options that name an archive for the program; empty: it finds the user's. */
  readonly archiveArgv: readonly string[];
  /** Whether files may be rewritten. */
  readonly mayWrite: boolean;
}

/** The output of the program, and its exit code. */
export interface ProgramOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A tool that a model calls: its definition and its answer. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, McpParameter>>;
  readonly required: readonly string[];
  /** Whether it changes no file, whatever its arguments. */
  readonly isReadOnly: boolean;
  /** The answer, always a text. An `ElisionError` is reported to the model. */
  call(input: McpInput, world: McpWorld): Promise<string>;
}

/** A parameter, in JSON schema's terms. */
export interface McpParameter {
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
}

/** The arguments of a call, checked. */
export type McpInput = Readonly<Record<string, string | number | boolean | undefined>>;

const KINDS: Readonly<Record<McpParameter["type"], ValueKind>> = {
  string: VALUE.text,
  boolean: VALUE.boolean,
  integer: ["a whole number, 1 or more", (value) => Number.isInteger(value) && Number(value) > 0],
};

/**
 * Calls a tool with the arguments that a model gave.
 *
 * @throws {ElisionError} `bad-option` for unknown, invalid or missing arguments.
 */
export async function callTool(tool: McpTool, input: unknown, world: McpWorld): Promise<string> {
  const kinds = Object.entries(tool.parameters).map(([name, { type }]) => [name, KINDS[type]]);
  const given = Object(input) as McpInput;
  for (const name of tool.required) if (given[name] === null) throw missing(tool, name);
  checkOptions(input, Object.fromEntries(kinds) as Readonly<Record<string, ValueKind>>);
  for (const name of tool.required) if (given[name] === undefined) throw missing(tool, name);
  return tool.call(given, world);
}

function missing(tool: McpTool, name: string): ElisionError {
  return new ElisionError("bad-option", `${name}: the value is missing`, {
    hint: `pass ${name}: ${tool.parameters[name]?.description ?? ""}`,
  });
}

/** The parameter for lines longer than an answer. */
export const FROM_CHAR = {
  type: "integer",
  description: "the first character of the first of these lines to give, from 1",
} as const satisfies McpParameter;

/** The lines that `from_line`, `to_line`, `from_char` and `search` request. */
export function linesAsked({ from_line, to_line, from_char, search }: McpInput): LinesAsked {
  const number = (value: McpInput[string]) => (value === undefined ? undefined : Number(value));
  return {
    from: number(from_line),
    to: number(to_line),
    fromChar: number(from_char),
    search: search === undefined ? undefined : String(search),
  };
}

/** The output of a run; if it failed without any, throws its message as an error. */
export function outputOf({ stdout, stderr, exitCode }: ProgramOutcome): string {
  if (exitCode === 0 || stdout !== "") return stdout;
  throw new ElisionError("failed", inWords(stderr));
}

/** Messages of the program without its name at the start of each line. */
export function inWords(stderr: string): string {
  return stderr.trimEnd().replace(/^elision: */gm, "");
}

/** A file as an argument: a name that begins with a dash must not be taken for an option. */
export function fileArgument(file: unknown): string {
  const name = String(file);
  return name.startsWith("-") ? `./${name}` : name;
}
