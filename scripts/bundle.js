/**
 * Bundles the compiled program into few files: a module graph of a hundred takes Node longer to load
 * than a small transcript takes to compact. What is loaded on demand stays apart. Run by `npm run
 * build`, after `tsc` has written the types.
 */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const source = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

const bundle = await rolldown({
  input: {
    index: source("index.ts"),
    main: source("cli/main.ts"),
    worker: source("parallel/worker.ts"),
    man: source("cli/man.ts"),
  },
  platform: "node",
  external: [/^node:/, /^[a-z][\w-]*(\/|$)/],
  logLevel: "warn",
});
await bundle.write({
  dir: fileURLToPath(new URL("../dist", import.meta.url)),
  format: "esm",
  entryFileNames: "[name].js",
  // Beside the entries, so that files find each other by the same relative names.
  chunkFileNames: "[name]-[hash].js",
});
