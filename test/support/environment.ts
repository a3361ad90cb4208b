/** Variables that tests need: where programs and temporary files are, and what npm is set up with. */
const KEPT = /^(PATH|HOME|USERPROFILE|SystemRoot|TMPDIR|TEMP|TMP|CHROMIUM|npm_config_\w+)$/i;

/** Variables of the test runner, and those by which a developer chooses what tests do. */
const CHOICES = new Set([
  "ELISION_SEED",
  "ELISION_SAMPLES",
  "ELISION_RUNTIMES",
  "ELISION_LOADERS",
  "ELISION_KILLS",
  "ELISION_DEEP",
  "UPDATE_CASES",
  "UPDATE_DOCS",
]);
const RUNNER = /^(VITEST\w*|NODE_ENV|TEST|DEV|PROD|MODE|BASE_URL|SSR)$/;

/**
 * Takes out of an environment all that a developer's shell may have set: NO_COLOR, CI, COLUMNS,
 * NODE_OPTIONS, LANG, the program's own ELISION_* and the rest. What tests start inherits nothing of it.
 */
export function cleanEnvironment(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env))
    if (!KEPT.test(name) && !CHOICES.has(name) && !RUNNER.test(name)) delete env[name];
}
