import { type BigIntStats, existsSync, readdirSync, statSync } from "node:fs";
import { basename, isAbsolute, join, normalize, sep } from "node:path";
import { LOG_NAME } from "../archive/log/open-log.ts";
import type { ElisionError } from "../errors.ts";
import { ioError } from "../io/io-error.ts";
import { fileKey } from "./same-file.ts";
import type { Shell } from "./shell.ts";
import { usage } from "./usage.ts";

/** Something to read: standard input, or what a path names. */
export type Input =
  | { readonly kind: "stdin"; readonly name: "stdin" }
  | {
      readonly kind: "file";
      /** As it was given, or found below a folder that was. */
      readonly name: string;
      readonly stats: BigIntStats;
      /** Its path below an output folder. */
      readonly relative: string;
      /** Whether it was found in a folder rather than named. */
      readonly isFound: boolean;
    };

/** Inputs in the order given, and what could not be looked at. */
export interface Inputs {
  readonly inputs: readonly Input[];
  readonly errors: readonly ElisionError[];
}

/** Folders that hold no transcripts of a user's. */
const SKIPPED_FOLDERS = new Set([".git", "node_modules"]);

/** The same, where a person at a terminal that names nothing is told how it is meant (`help`). */
export function findInputsFor({ stdin }: Shell, names: readonly string[], help: string): Inputs {
  if (names.length === 0 && stdin.isTerminal)
    throw usage("no input: name a file or a folder, or pipe a transcript in", help);
  return findInputs(names);
}

/**
 * What the arguments name. A folder stands for the files below it, by name; the same file named twice
 * is there once; `-` or nothing is standard input.
 */
export function findInputs(names: readonly string[]): Inputs {
  const inputs: Input[] = [];
  const errors: ElisionError[] = [];
  const seen = new Set<string>();

  /** One that fails is named, and the others are looked at. */
  const attempt = <T>(name: string, look: () => T): T | undefined => {
    try {
      return look();
    } catch (error) {
      errors.push(ioError(error, name));
      return undefined;
    }
  };
  const add = (name: string, stats: BigIntStats, about: { relative: string; isFound: boolean }) => {
    const key = fileKey(stats);
    if (stats.isFile() && seen.has(key)) return;
    seen.add(key);
    inputs.push({ kind: "file", name, stats, ...about });
  };
  const walk = (folder: string, relative: string) => {
    const entries = attempt(folder, () => readdirSync(folder, { withFileTypes: true })) ?? [];
    if (entries.some((entry) => entry.name === LOG_NAME)) return; // An archive of ours.
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const name = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) walk(name, join(relative, entry.name));
        continue;
      }
      // What is no file, such as a link to nowhere or to itself, is none of them.
      const isPlain = entry.isFile() || (entry.isSymbolicLink() && existsSync(name));
      const look = () => statSync(name, { bigint: true, throwIfNoEntry: false });
      const stats = isPlain ? attempt(name, look) : undefined;
      if (stats?.isFile() && !isOurs(entry.name))
        add(name, stats, { relative: join(relative, entry.name), isFound: true });
    }
  };

  for (const name of names.length === 0 ? ["-"] : names) {
    if (name === "-") {
      if (!inputs.some(({ kind }) => kind === "stdin"))
        inputs.push({ kind: "stdin", name: "stdin" });
      continue;
    }
    const stats = attempt(name, () => statSync(name, { bigint: true }));
    const relative = belowOutput(name);
    if (stats?.isDirectory()) walk(name, relative);
    else if (stats !== undefined) add(name, stats, { relative, isFound: false });
  }
  return { inputs, errors };
}

/** The size of all inputs; undefined where it is not known. */
export function bytesOf(inputs: readonly Input[]): number | undefined {
  let bytes = 0;
  for (const input of inputs) {
    if (input.kind === "stdin") return undefined;
    bytes += Number(input.stats.size);
  }
  return bytes;
}

/** A path as it stands below an output folder: what leads out of it is left off. */
function belowOutput(name: string): string {
  const path = normalize(name);
  if (isAbsolute(path) || path.split(sep)[0] === "..") return basename(path);
  return path === "." ? "" : path;
}

/** Whether a file is one that elision is writing, or left when it was killed. */
function isOurs(name: string): boolean {
  return /^\..*\.elision-\d+-\d+\.tmp$/.test(name);
}

/** Whether a file was found in a folder and is simply no transcript. */
export function isSkippable(input: Input, { code }: ElisionError): boolean {
  const isNone = ["unknown-format", "not-json", "not-text", "empty"].includes(code);
  return input.kind === "file" && input.isFound && isNone;
}
