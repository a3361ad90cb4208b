import { COMPACT_FLAGS } from "../../src/cli/options/compact-flags.ts";
import { environmentName, type Flag } from "../../src/cli/options/flag.ts";
import { mayFileSet, mayProjectSet } from "../../src/cli/options/toml/config-keys.ts";

/** The options of the main command as a Markdown table, from their declarations. */
export function optionsTable(): string {
  const rows = (Object.values(COMPACT_FLAGS) as Flag[]).map((flag) => {
    const variable = flag.environment !== undefined ? "" : `\`${environmentName(flag)}\``;
    const preset = flag.default === undefined ? "" : ` (default: ${flag.default})`;
    return `| \`${flag.flags}\` | ${flag.description}${preset} | ${variable} | ${fileOf(flag)} |`;
  });
  return `| option | | variable | file |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

/** Which settings files may set an option. */
function fileOf(flag: Flag): string {
  if (mayProjectSet(flag)) return "project, user";
  return mayFileSet(flag) ? "user" : "";
}
