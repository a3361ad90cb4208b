import type { Format } from "../format.ts";

/** The members of a format that rule it out for most inputs. They are data. */
interface FormatSigns extends Pick<Format, "name" | "evidence" | "keys"> {
  /** Names of others that it does not have: to ask for them loads nothing. */
  readonly lacks?: readonly string[];
}

/**
 * Makes formats whose other members, with these names, are loaded at first use. An input is of one of dozens
 * of formats, and few of the others need more than their keys.
 */
export function lateFormats(
  names: readonly (keyof Format)[],
): (signs: FormatSigns, load: () => Format) => Format {
  class LateFormat {
    readonly name: string;
    readonly evidence: Format["evidence"];
    readonly keys: Format["keys"];
    readonly lacks: readonly string[];
    readonly load: () => Format;

    constructor({ name, evidence, keys, lacks = [] }: FormatSigns, load: () => Format) {
      this.name = name;
      this.evidence = evidence;
      this.keys = keys;
      this.lacks = lacks;
      this.load = load;
    }
  }
  for (const name of names)
    Object.defineProperty(LateFormat.prototype, name, {
      get(this: LateFormat) {
        return this.lacks.includes(name) ? undefined : this.load()[name];
      },
    });
  return (signs, load) => new LateFormat(signs, load) as unknown as Format;
}
