import { ElisionError } from "../../base/errors.ts";
import { type Flags, namesOf } from "./flag.ts";

/** An error about an option of the library in the program's words: with its flag, and help that lists the values. */
export function namedByFlag(error: ElisionError, flags: Flags): ElisionError {
  const [, name = ""] = /^([A-Za-z]+): expected /.exec(error.message) ?? [];
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (error.code !== "bad-option" || flag === undefined) return error;
  const { code, message } = error;
  return new ElisionError(code, `--${namesOf(flag).long}${message.slice(name.length)}`, {
    hint: "elision --help lists the options",
    cause: error,
  });
}
