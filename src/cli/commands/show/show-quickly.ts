import { ElisionError } from "../../../base/errors.ts";
import { userArchive } from "../../archives/user-archive.ts";
import { findConfigFiles } from "../../options/toml/find-config-files.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { type ShownRefs, showRefs } from "./show-refs.ts";

/**
 * `elision show REF…`, with `--archive DIR` or from the user's archive, without what the other commands need: an
 * agent that calls it for every reference waits no longer than for two starts of Node. Undefined if there are
 * other options, which the full program handles.
 */
export async function showQuickly(shell: Shell): Promise<number | undefined> {
  const asked = parse(shell.argv.slice(1), shell.env);
  if (asked === undefined) return undefined;
  try {
    return await showRefs(shell, asked);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return EXIT.done;
    if (!(error instanceof ElisionError)) throw error;
    createNotices(shell.stderr, { quiet: false }).error(error);
    return EXIT.failed;
  }
}

function parse(argv: readonly string[], env: Shell["env"]): ShownRefs | undefined {
  const refs: string[] = [];
  let dir = env.ELISION_ARCHIVE;
  let json = false;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (/^[0-9a-f]{12,64}$/.test(word)) refs.push(word);
    else if (word === "--json") json = true;
    else if (word.startsWith("--archive=")) dir = word.slice("--archive=".length);
    else if (word === "--archive" && at + 1 < argv.length) dir = argv[++at];
    else return undefined;
  }
  dir ||= userArchiveUnlessSet(env);
  return refs.length === 0 || !dir ? undefined : { refs, dir, json };
}

/** The user's archive, unless a file of settings may name another. */
function userArchiveUnlessSet(env: Shell["env"]): string | undefined {
  try {
    return findConfigFiles(process.cwd(), env).length > 0 ? undefined : userArchive(env);
  } catch {
    return undefined; // There is no working folder.
  }
}
