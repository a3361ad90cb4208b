/**
 * Properties are tried on the same generated cases in every run, so that a commit either passes or does
 * not. `ELISION_SEED=7 npx vitest run` tries others.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.ELISION_SEED ?? 1) });
