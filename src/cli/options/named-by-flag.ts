import { ElisionError } from "../../base/errors.ts";
import { type Flags, namesOf } from "./flag.ts";

/**
 * An error about an option of the library, or about a flag, in the program's words: with its flag, and the help that
 * lists the values.
 */
export function namedByFlag(error: ElisionError, flags: Flags, help: string): ElisionError {
  const { code, message } = error;
  const [start = "", name = ""] = /^(?:--)?([A-Za-z-]+)(?=: expected )/.exec(message) ?? [];
  const flag = Object.hasOwn(flags, name)
    ? flags[name]
    : Object.values(flags).find((each) => namesOf(each).long === name);
  if (code !== "bad-option" || flag === undefined) return error;
  return new ElisionError(code, `--${namesOf(flag).long}${message.slice(start.length)}`, {
    hint: `${help} lists the options`,
    cause: error,
  });
}
