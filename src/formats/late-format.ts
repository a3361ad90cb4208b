import type { Format } from "./format.ts";

/** The members of a format by which most inputs are told not to be of it. They are data. */
type FormatSigns = Pick<Format, "name" | "evidence" | "keys">;

/**
 * Makes formats whose other members, of these names, are loaded when one of them is asked for. Of dozens of formats an
 * input is of one, and few others have to look at more than its keys.
 */
export function lateFormats(
  names: readonly (keyof Format)[],
): (signs: FormatSigns, load: () => Format) => Format {
  class LateFormat {
    readonly load: () => Format;

    constructor(signs: FormatSigns, load: () => Format) {
      Object.assign(this, signs);
      this.load = load;
    }
  }
  for (const name of names)
    Object.defineProperty(LateFormat.prototype, name, {
      get(this: LateFormat) {
        return this.load()[name];
      },
    });
  return (signs, load) => new LateFormat(signs, load) as unknown as Format;
}
