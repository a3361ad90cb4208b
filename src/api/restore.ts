import type { Archive } from "../archive/archive.ts";
import { checkBytes, checkOptions, VALUE } from "../base/arguments.ts";
import { bufferOf } from "../base/buffer-of.ts";
import { badOption } from "../base/errors.ts";
import { memoryStore } from "../io/store/store.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../reduce/placeholders/template.ts";
import { bytesIn, restoreStore } from "../restore/restorer.ts";
import type { RestoreTelemetry } from "../restore/result.ts";
import { chosenFormats, FORMAT_OPTIONS, type FormatOptions } from "./format-option.ts";

/** Options of `restore`. */
export interface RestoreOptions extends FormatOptions {
  /** The archive with the removed texts. */
  readonly archive: Archive;
  /** The template of the placeholders, if it was not the default. */
  readonly placeholder?: string;
}

/** The restored bytes of an input, and its telemetry. */
export interface RestoreResult {
  /** The same bytes, not a copy, if nothing changed. */
  readonly bytes: Uint8Array;
  readonly file: RestoreTelemetry;
}

/**
 * Restores a saved file as it was before it was compacted with an archive, byte for byte; a file that was
 * compacted several times becomes the first original.
 *
 * @throws {ElisionError} `not-json`, `unknown-format`, `not-text` or `empty` for the input, `bad-option` for the
 * options.
 */
export function restore(bytes: Uint8Array, options: RestoreOptions): RestoreResult {
  checkBytes(bytes);
  checkOptions(options, { archive: VALUE.archive, ...FORMAT_OPTIONS, placeholder: VALUE.text });
  if (options.archive === undefined)
    throw badOption("archive", "an archive from openArchive()", undefined);
  const store = memoryStore();
  store.append(bufferOf(bytes));
  const restored = restoreStore(
    {
      file: "input",
      archive: options.archive,
      formats: chosenFormats(options),
      placeholder: parseTemplate(options.placeholder ?? DEFAULT_PLACEHOLDER),
    },
    store,
  );
  try {
    const { telemetry } = restored;
    return { bytes: telemetry.isChanged ? bytesIn(restored.store) : bytes, file: telemetry };
  } finally {
    restored.close();
  }
}
