/** Shows text page by page, in another process. */
export interface Pager {
  /** Resolves when there is room for more. Rejects with EPIPE if the user has left. */
  write(text: string): Promise<void>;
  /** Resolves when the user has left. */
  end(): Promise<void>;
}

/** The parts of a shell that decide on the pager. */
interface PagedShell {
  readonly stdout: { readonly isTerminal: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `less`, if installed; it ends at once if all fits on a screen. */
const DEFAULT_PAGER = "if command -v less >/dev/null 2>&1; then exec less; else exec cat; fi";

/**
 * The command of the user's pager, as git chooses it: `$PAGER`, else less. Undefined if text is written directly:
 * stdout is no terminal, or PAGER is empty or `cat`.
 */
export function pagerCommand({ stdout, env }: PagedShell): string | undefined {
  const { PAGER } = env;
  if (!stdout.isTerminal || env.TERM === "dumb" || PAGER === "" || PAGER === "cat")
    return undefined;
  return PAGER ?? DEFAULT_PAGER;
}

/** The environment of a pager: less keeps colours, leaves text on the screen, and ends if all fits. */
export function pagerEnvironment(env: PagedShell["env"]): PagedShell["env"] {
  return { ...env, LESS: env.LESS ?? "FRX" };
}
