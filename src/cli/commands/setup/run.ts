import { accessSync, constants, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { ElisionError, fileChanged } from "../../../base/errors.ts";
import { visible } from "../../../base/visible.ts";
import { ioError } from "../../../io/io-error.ts";
import { makeFolder } from "../../../io/make-folder.ts";
import { beginReplacement } from "../../../io/replacement/replacement.ts";
import { lineDiff } from "../../../report/line-diff.ts";
import { homeOf } from "../../options/toml/find-config-files.ts";
import { usage } from "../../options/usage-error.ts";
import { createLineReader } from "../../terminal/line-reader.ts";
import { createNotices, type Notices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { ownCommands, withHooks, withoutHooks } from "./claude-settings.ts";
import type { SetupFlags } from "./flags.ts";
import { keepRecord, recorded, recordPath, removeRecord } from "./setup-record.ts";

const HELP = "elision setup --help";
const AGENT = "claude-code";

/** Adds elision to the hooks of an agent, or removes it. Gives the exit code. */
export async function setupCommand(
  shell: Shell,
  [agent, ...others]: readonly string[],
  flags: SetupFlags,
): Promise<number> {
  if (agent !== AGENT || others.length > 0)
    throw usage(`setup takes one agent: ${AGENT}`, `${HELP}; for Codex see docs/setup.md`);
  const notices = createNotices(shell.stderr, { quiet: false });
  const file = flags.settings ?? settingsOf(shell.env);
  const before = bytesOf(file);
  const own = ownCommands(before, file);
  const record = recordPath(AGENT, shell.env);
  if (flags.remove === true) {
    if (before === undefined || own.length === 0) {
      notices.note(`${file} has nothing of elision: nothing to take back`);
      return EXIT.done;
    }
    const known = recorded(record, { settings: resolve(file), now: before });
    const after = known === undefined ? withoutHooks(before, file) : (known ?? undefined);
    if (!(await isWanted(shell, { file, before, after, flags }))) return EXIT.failed;
    await replace(file, { before, after });
    removeRecord(record);
    notices.note(`${file} is without elision again`);
    return EXIT.done;
  }
  const command = `elision hook ${AGENT}${flags.compactEnded ? " --compact-ended" : ""}`;
  if (own.length > 0) return already(notices, { file, own, command });
  const after = withHooks(before, command, file);
  if (!(await isWanted(shell, { file, before, after, flags }))) return EXIT.failed;
  if (record !== undefined) keepRecord(record, { settings: resolve(file), before, after });
  await replace(file, { before, after });
  notices.note(`${file} is changed; elision setup ${AGENT} --remove takes it back`);
  if (!isOnPath("elision", shell.env))
    notices.note(
      "elision is not on the PATH, where Claude Code looks for it: npm install -g elision",
    );
  return EXIT.done;
}

function already(
  notices: Notices,
  {
    file,
    own,
    command,
  }: { readonly file: string; readonly own: readonly string[]; readonly command: string },
): number {
  if (own.length > 1 && own.every((each) => each === command)) {
    notices.note(`${file} has it already: nothing to change`);
    return EXIT.done;
  }
  throw new ElisionError(
    "bad-settings",
    `it runs elision already, by other commands: ${own.join(", ")}`,
    {
      file,
      hint: `remove those first: elision setup ${AGENT} --remove`,
    },
  );
}

function settingsOf(env: Shell["env"]): string {
  const named = env.CLAUDE_CONFIG_DIR;
  if (named !== undefined && isAbsolute(named)) return join(named, "settings.json");
  const home = homeOf(env);
  if (home === undefined || !isAbsolute(home))
    throw usage(
      "no settings: neither HOME nor CLAUDE_CONFIG_DIR is set",
      "name them with --settings",
    );
  return join(home, ".claude", "settings.json");
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw ioError(error, file);
  }
}

/** Replaces the settings file atomically, unless it changed while the question was open. */
async function replace(
  file: string,
  { before, after }: { readonly before: Buffer | undefined; readonly after: Buffer | undefined },
): Promise<void> {
  const now = bytesOf(file);
  const isSame = now === undefined ? before === undefined : before?.equals(now) === true;
  if (!isSame) throw fileChanged(": left as it is");
  if (after === undefined) {
    rmSync(file);
    return;
  }
  makeFolder(dirname(file));
  const replacement = beginReplacement(file);
  try {
    await replacement.write([after]);
    await replacement.commit();
  } catch (error) {
    replacement.abort();
    throw ioError(error, file);
  }
}

/** Shows a change, and asks whether to make it. */
async function isWanted(
  { stdin, stdout, stderr }: Shell,
  {
    file,
    before,
    after,
    flags,
  }: {
    readonly file: string;
    readonly before: Buffer | undefined;
    readonly after: Buffer | undefined;
    readonly flags: SetupFlags;
  },
): Promise<boolean> {
  const head = `--- ${before === undefined ? "no file" : file}\n+++ ${after === undefined ? "no file" : file}\n`;
  const diff = lineDiff(before?.toString() ?? "", after?.toString() ?? "");
  const shown = (head + diff).split("\n").map(visible).join("\n");
  await stdout.write([Buffer.from(shown)]);
  if (flags.yes === true) return true;
  if (!stdin.isTerminal || !stderr.isTerminal) {
    stderr.write("elision: nothing was changed: there is no terminal to ask at; --yes does it\n");
    return false;
  }
  stderr.paint("Make this change? [y/N] ");
  const answer = await createLineReader(stdin).next();
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return true;
  stderr.write("elision: nothing was changed\n");
  return false;
}

function isOnPath(program: string, { PATH = "" }: Shell["env"]): boolean {
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
