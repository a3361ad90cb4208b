import { ioError } from "../../../io/io-error.ts";
import { beginReplacement } from "../../../io/replacement/replacement.ts";
import type { Layer } from "../../options/settings.ts";
import { KEYS, mayFileSet } from "../../options/toml/config-keys.ts";
import { asWritten } from "../config/run.ts";

/** The answers to put in a file, and the settings under which they were given. */
interface GivenAnswers {
  readonly settings: Layer;
  readonly keepRefs: readonly string[];
  readonly keepTools: readonly string[];
}

const HEAD = `# The answers to elision diff --interactive, and the settings under which they were given.
# elision --config THIS-FILE reads it instead of the elision.toml of the project and the user.
`;

/** Writes answers as a settings file: all settings in effect, and what is to stay. */
export async function writeAnswers(path: string, answers: GivenAnswers): Promise<void> {
  try {
    const file = beginReplacement(path);
    await file.write([Buffer.from(answersText(answers))]);
    await file.commit();
  } catch (error) {
    throw ioError(error, path);
  }
}

/** The text of such a file. */
function answersText({ settings, keepRefs, keepTools }: GivenAnswers): string {
  const kept: Readonly<Record<string, readonly string[]>> = { keepRefs, keepTools };
  const lines: string[] = [];
  for (const [key, { name, flag }] of KEYS) {
    const setting = settings[name];
    const isSet = setting !== undefined && !["default", "preset"].includes(setting.from.kind);
    const said = isSet && mayFileSet(flag) ? asWritten(flag, setting.value) : null;
    const own = OWN[key] === undefined ? [] : (kept[OWN[key]] ?? []);
    const value =
      own.length === 0 ? said : [...new Set([...(Array.isArray(said) ? said : []), ...own])];
    if (value === null) continue;
    lines.push(`${key} = ${tomlValue(value)}`);
  }
  return `${HEAD}\n${lines.join("\n")}\n`;
}

/** The keys of answers. */
const OWN: Readonly<Record<string, "keepRefs" | "keepTools">> = {
  "keep-ref": "keepRefs",
  "keep-tool": "keepTools",
};

/** A value in TOML; strings as in JSON, whose escapes TOML all has. */
function tomlValue(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  return `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
}
