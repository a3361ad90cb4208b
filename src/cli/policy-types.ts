import { ElisionError } from "../errors.ts";
import { globTest } from "../reduce/globs.ts";
import { parseTemplate } from "../reduce/template.ts";
import { type ArgumentType, text } from "./argument-types.ts";
import { InvalidArgumentError } from "./commander.ts";

/** A text that can serve as a placeholder. */
export const template: ArgumentType<string> = (value) => {
  checked(() => parseTemplate(text(value)));
  return value;
};

/** A glob; what compiles it is loaded for the first one. */
export const glob: ArgumentType<string> = (value) => {
  checked(() => globTest("glob", [text(value)]));
  return value;
};

/** What makes no sense to the reducer makes none where it is said: it is named as what was said. */
function checked(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ElisionError)) throw error;
    throw new InvalidArgumentError(error.message.replace(/^\w+: /, ""));
  }
}
