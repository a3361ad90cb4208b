import { ElisionError } from "../../base/errors.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../../reduce/placeholders/template.ts";
import { globTest } from "../../reduce/rules/globs.ts";
import { type ArgumentType, expected, text } from "./argument-types.ts";
import { InvalidArgumentError } from "./commander-library.ts";

/** The word for the library's default placeholder, which has no ref. */
const SEED = "seed";

/** A text that can serve as a placeholder. */
export const template: ArgumentType<string> = (value) => {
  if (value === SEED) return DEFAULT_PLACEHOLDER;
  checked(() => parseTemplate(text(value)));
  return value;
};

/** A glob; its compiler is loaded for the first one. */
export const glob: ArgumentType<string> = (value) => {
  checked(() => globTest("glob", [text(value)]));
  return value;
};

/** A glob for names of tools. A list of names with commas would match none, without a word. */
export const toolGlob: ArgumentType<string> = (value) => {
  const names = value.split(",").map((name) => name.trim());
  if (names.length > 1 && names.every((name) => /^[\w*?.:-]+$/.test(name)))
    throw expected(`one glob, such as {${names.join(",")}}`, value);
  return glob(value);
};

/** Runs the reducer's check of a value; an error is reported as an error of the option. */
function checked(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ElisionError)) throw error;
    throw new InvalidArgumentError(error.message.replace(/^\w+: /, ""));
  }
}
