import { utf8Bytes } from "../../../base/utf8-bytes.ts";
import { encodeOnce } from "../../../json/splice/encode.ts";
import { toolWords } from "../../../reduce/placeholders/call-words.ts";
import type {
  FieldValues,
  Template,
  TemplateField,
} from "../../../reduce/placeholders/template.ts";
import type { PlainResults } from "./plain-results.ts";

/** A placeholder as written in the file: the chars of its text, its JSON, and the length of that in bytes. */
export interface Written {
  readonly chars: number;
  readonly json: string;
  readonly bytes: number;
}

/** Text as written inside a JSON string. */
interface JsonWords {
  readonly chars: number;
  readonly json: string;
}

/**
 * Writes the placeholders of a template directly as JSON. Only a call's text needs encoding; all other fields
 * are written as they are. The text is that of `renderTemplate`.
 */
export class PlainWriting {
  private readonly results: PlainResults;
  private readonly values: FieldValues<number>;
  private readonly ascii: boolean;
  private readonly pieces: readonly (JsonWords | TemplateField)[];
  private readonly tools = new Map<string | undefined, JsonWords>();

  constructor({ pieces }: Template, { results, values, ascii }: WritingOf) {
    this.results = results;
    this.values = values;
    this.ascii = ascii;
    this.pieces = pieces.map((piece) =>
      typeof piece === "string" ? wordsOf(piece, ascii) : piece.field,
    );
  }

  /** Whether every field of a template is either written as it is, or is the call's text. */
  static canWrite({ pieces, shorter }: Template): boolean {
    const areKnown = pieces.every((piece) => typeof piece === "string" || KNOWN.has(piece.field));
    return areKnown && (shorter === undefined || PlainWriting.canWrite(shorter));
  }

  /** The placeholder for a result. */
  write(k: number): Written {
    // Joined at the end: a string that grew would keep all of its pieces until the results are masked.
    const parts = ['"'];
    let chars = 0;
    for (const piece of this.pieces) {
      if (typeof piece === "object") {
        parts.push(piece.json);
        chars += piece.chars;
      } else if (piece === "call") {
        const tool = this.tool(this.results.toolName(k));
        const argument = this.results.argument(k);
        parts.push(tool.json);
        chars += tool.chars;
        if (argument === "") continue;
        parts.push(
          ' \\"',
          isSpelledOut(argument) ? argument : inString(argument, this.ascii),
          '\\"',
        );
        chars += argument.length + 3;
      } else {
        const value = String(this.values[piece](k));
        parts.push(value);
        chars += value.length;
      }
    }
    parts.push('"');
    const json = parts.join("");
    return { chars, json, bytes: this.ascii ? json.length : utf8Bytes(json) };
  }

  private tool(name: string | undefined): JsonWords {
    let known = this.tools.get(name);
    if (known === undefined) {
      if (this.tools.size === MOST_TOOLS) this.tools.clear();
      known = wordsOf(toolWords(name), this.ascii);
      this.tools.set(name, known);
    }
    return known;
  }
}

/** A text as written in JSON. */
export function written(text: string, ascii: boolean): Written {
  const json = encodeOnce(text, { ascii });
  return { chars: text.length, json, bytes: ascii ? json.length : utf8Bytes(json) };
}

/** The source of results and values, and the encoding: `ascii` escapes everything that is not ASCII. */
interface WritingOf {
  readonly results: PlainResults;
  readonly values: FieldValues<number>;
  readonly ascii: boolean;
}

/** The most tool names to cache. */
const MOST_TOOLS = 1024;

/** Fields with short ASCII values that JSON does not escape; and the call. */
const KNOWN: ReadonlySet<TemplateField> = new Set<TemplateField>([
  ...(["originalLength", "original_chars", "chars", "exit", "ref", "call"] as const),
]);

function wordsOf(text: string, ascii: boolean): JsonWords {
  return { chars: text.length, json: inString(text, ascii) };
}

function inString(text: string, ascii: boolean): string {
  return encodeOnce(text, { ascii }).slice(1, -1);
}

/** Whether a text is ASCII without anything that JSON escapes. */
function isSpelledOut(text: string): boolean {
  return PLAIN.test(text);
}

const PLAIN = /^[ !#-[\]-~]*$/;
