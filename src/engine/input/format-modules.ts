import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ElisionError } from "../../base/errors.ts";
import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import type { FormatChoice } from "../../formats/format-choice.ts";
import { BUILT_IN } from "../../formats/index.ts";
import { formatsWith, type OwnFormat } from "../../formats/own-formats.ts";
import { ioError } from "../../io/io-error.ts";

/** A choice of formats by name, which can be sent to another thread. */
export interface FormatsAsked {
  /** The name of the format of every input; undefined if it is detected. */
  readonly asked: string | undefined;
  /** Files of modules that export more formats. */
  readonly modules: readonly string[];
}

/**
 * The named formats. Loads the modules, which runs their code.
 *
 * @throws {ElisionError} `format-module` for a module that is not there, cannot be loaded or exports no format,
 * `bad-format` for a format that is none, `usage` for a name that no format has.
 */
export async function formatsAsked({ asked, modules }: FormatsAsked): Promise<FormatChoice> {
  const own = await Promise.all(modules.map(formatsIn));
  const among = modules.length === 0 ? BUILT_IN : formatsWith(own.flat());
  if (asked === undefined) return { among, asked };
  const format = among.named(asked);
  if (format !== undefined) return { among, asked: format };
  const names = among.all.map(({ name }) => name);
  const got = `(got ${quoted(asked)})${didYouMean(asked, names)}`;
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
