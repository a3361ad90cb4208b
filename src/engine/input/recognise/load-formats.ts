import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ElisionError } from "../../../base/errors.ts";
import { didYouMean } from "../../../base/nearest.ts";
import { quoted } from "../../../base/quoted.ts";
import { BUILT_IN } from "../../../formats/index.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import { formatsWith, type OwnFormat } from "../../../formats/registry/own-formats.ts";
import { ioError } from "../../../io/io-error.ts";

/** The options --format and --format-module: names, which can be sent to another thread. */
export interface FormatNames {
  /** The format that every input is read as; undefined: it is detected. */
  readonly forced: string | undefined;
  /** Files of modules that export more formats. */
  readonly modules: readonly string[];
}

/**
 * The formats of these names. Loads the modules, which runs their code.
 *
 * @throws {ElisionError} `format-module` for a module that is not there, cannot be loaded or exports no format,
 * `bad-format` for a format that is none, `usage` for a name that no format has.
 */
export async function loadFormats({ forced, modules }: FormatNames): Promise<FormatChoice> {
  const own = await Promise.all(modules.map(formatsIn));
  const among = modules.length === 0 ? BUILT_IN : formatsWith(own.flat());
  if (forced === undefined) return { among, forced };
  const format = among.named(forced);
  if (format !== undefined) return { among, forced: format };
  const names = among.all.map(({ name }) => name);
  const got = `(got ${quoted(forced)})${didYouMean(forced, names)}`;
  throw new ElisionError("usage", `--format: expected one of ${names.join(", ")} ${got}`);
}

/** The values that a module exports: its default, a format or a list of them, or else its named exports. */
async function formatsIn(file: string): Promise<readonly OwnFormat[]> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory())
    throw badModule(
      `${file}: ${stats === undefined ? "no such file" : "is a folder"}`,
      "--format-module takes the path of an ES module",
    );
  const exported = await load(file);
  const values = "default" in exported ? [exported.default] : Object.values(exported);
  const formats = values.flat().filter((value) => typeof value === "object" && value !== null);
  if (formats.length === 0)
    throw badModule(
      `${file}: exports no format`,
      "export one by default, a list of them, or each by its name",
    );
  return formats.map((value) => ({ value, what: file }));
}

async function load(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    if (error instanceof ElisionError) throw error;
    const message = `${file}: cannot be loaded: ${said(error, file)}`;
    // Node keeps the line to itself.
    const hint = error instanceof SyntaxError ? { hint: `node --check ${file} shows where` } : {};
    throw new ElisionError("format-module", message, { ...hint, cause: error });
  }
}

function said(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  return "syscall" in error ? ioError(error, file).message : `${error.name}: ${error.message}`;
}

function badModule(message: string, hint: string): ElisionError {
  return new ElisionError("format-module", message, { hint });
}
