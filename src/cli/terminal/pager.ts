/** Shows text page by page, in a program of its own. */
export interface Pager {
  /** Resolves when there is room for more. Rejects with EPIPE where its user has left. */
  write(text: string): Promise<void>;
  /** Resolves when its user has left. */
  end(): Promise<void>;
}

/** A shell, as far as the choice of a pager goes. */
interface PagedShell {
  readonly stdout: { readonly isTerminal: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `less`, told to go at once if all fits on a screen, where there is one. */
const DEFAULT_PAGER = "if command -v less >/dev/null 2>&1; then exec less; else exec cat; fi";

/**
 * The command of the user's pager, as git chooses it: `$PAGER`, else less. Undefined where text is written
 * as it is: stdout is no terminal, or PAGER is empty or `cat`.
 */
export function pagerCommand({ stdout, env }: PagedShell): string | undefined {
  const { PAGER } = env;
  if (!stdout.isTerminal || env.TERM === "dumb" || PAGER === "" || PAGER === "cat")
    return undefined;
  return PAGER ?? DEFAULT_PAGER;
}

/** The environment of a pager: less keeps colours, leaves text on the screen, and goes if all fits. */
export function pagerEnvironment(env: PagedShell["env"]): PagedShell["env"] {
  return { ...env, LESS: env.LESS ?? "FRX" };
}
