import type { Archive } from "../archive/archive.ts";
import { checkBytes, checkOptions, VALUE } from "../base/arguments.ts";
import { badOption } from "../base/errors.ts";
import type { FormatName } from "../formats/index.ts";
import { memoryStore } from "../io/store.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../reduce/placeholders/template.ts";
import { bytesIn, restoreStore } from "../restore/restorer.ts";
import type { RestoreTelemetry } from "../restore/result.ts";
import { FORMAT_OPTION } from "./format-option.ts";

/** Options of `restore`. */
export interface RestoreOptions {
  /** Where what was taken out is kept. */
  readonly archive: Archive;
  /** The input's format; left out, it is found from the content. */
  readonly format?: FormatName;
  /** The template of the placeholders, where it was not the default one. */
  readonly placeholder?: string;
}

/** The restored bytes of an input, and its account. */
export interface RestoreResult {
  /** The same bytes, not a copy, if nothing changed. */
  readonly bytes: Uint8Array;
  readonly file: RestoreTelemetry;
}

/**
 * Gives back what a saved file was before it was compacted with an archive, byte for byte; one that was
 * compacted several times becomes the first original.
 *
 * @throws {ElisionError} `not-json`, `unknown-format`, `not-text` or `empty` for the input, `bad-option`
 * for the options.
 */
export function restore(bytes: Uint8Array, options: RestoreOptions): RestoreResult {
  checkBytes(bytes);
  checkOptions(options, { archive: VALUE.archive, format: FORMAT_OPTION, placeholder: VALUE.text });
  if (options.archive === undefined)
    throw badOption("archive", "an archive from openArchive()", undefined);
  const store = memoryStore();
  store.append(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const restored = restoreStore(
    {
      file: "input",
      archive: options.archive,
      format: options.format,
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
