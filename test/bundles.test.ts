/** The subpaths for browsers and workers: bundled by three bundlers, and run where there is nothing of Node's. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { build as esbuild } from "esbuild";
import { rolldown } from "rolldown";
import { build as vite } from "vite";
import { describe, expect, it } from "vitest";
import { digestOf } from "../src/base/digest.ts";
import { folderWith } from "./support/folder.ts";

const entry = (name: string) =>
  fileURLToPath(new URL(`./support/bundled-entries/${name}.js`, import.meta.url));

type Bundler = (name: string) => Promise<string>;

const BUNDLERS: Readonly<Record<string, Bundler>> = {
  esbuild: async (name) => {
    const { outputFiles } = await esbuild({
      entryPoints: [entry(name)],
      bundle: true,
      minify: true,
      format: "iife",
      platform: "browser",
      target: "es2023",
      write: false,
      logLevel: "silent",
    });
    return outputFiles[0]?.text ?? "";
  },
  rolldown: async (name) => {
    const bundle = await rolldown({ input: entry(name), platform: "browser", logLevel: "silent" });
    const { output } = await bundle.generate({ format: "iife", minify: true });
    return output[0].code;
  },
  vite: async (name) => {
    const outDir = folderWith();
    await vite({
      configFile: false,
      logLevel: "silent",
      root: outDir,
      build: {
        outDir,
        emptyOutDir: false,
        minify: true,
        lib: { entry: entry(name), name: "bundle", formats: ["iife"], fileName: "bundle" },
      },
    });
    return readFileSync(join(outDir, "bundle.iife.js"), "utf8");
  },
};

const TEXT = Array.from({ length: 60 }, (_, line) => `line ${line} of a long résumé`).join("\n");
const REF = digestOf(TEXT).slice(0, 12);

const RESULT = [`[observation masked — ref ${REF}]`, TEXT.length];

/** The most bytes of each bundle, and what it leaves. */
const SUBPATHS = {
  anthropic: { bytes: 60_000, outcome: [REF, true] },
  openai: { bytes: 61_500, outcome: [REF, true] },
  loop: { bytes: 60_000, outcome: [REF, true] },
  reduce: { bytes: 60_000, outcome: RESULT },
  // Every shape and every rule.
  messages: { bytes: 206_000, outcome: RESULT },
  // What the package gives to a browser under its own name.
  package: { bytes: 206_000, outcome: RESULT },
} as const;

describe.each(Object.entries(BUNDLERS))("bundled by %s", (_, bundle) => {
  it.each(Object.entries(SUBPATHS))("%s runs without Node", async (name, expected) => {
    const code = await bundle(name);
    expect(Buffer.byteLength(code)).toBeLessThan(expected.bytes);
    // At run time Node is asked for a module of its, where there is Node.
    expect(/(?:import|require|from)\s*\(?\s*["'`]node:/.test(code)).toBe(false);
    const context = { TextEncoder, TextDecoder, URL, outcome: undefined };
    runInNewContext(code, context);
    expect(JSON.stringify(context.outcome)).toBe(JSON.stringify(expected.outcome));
  });
});

const READERS = Object.keys(await import("../src/api/chat/named-readers.ts"));

describe.each([
  ["reduce", "reduce"],
  ["loop", "createCompactor, toolFor"],
])("elision/%s", (path, names) => {
  it.each(READERS)("takes under 61 kB with the reader %s", async (reader) => {
    const contents = `import { ${names}, ${reader} } from "elision/${path}";
      globalThis.all = [${names}, ${reader}];`;
    const { outputFiles } = await esbuild({
      stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    expect(outputFiles[0]?.contents.length).toBeLessThan(61_500);
  });
});

describe("the subpaths", () => {
  it("of adapters load nothing but their SDK", async () => {
    for (const [name, sdks] of [
      ["ai-sdk", ["ai"]],
      ["langchain", ["langchain"]],
    ] as const) {
      const { metafile } = await esbuild({
        entryPoints: [fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url))],
        bundle: true,
        minify: true,
        format: "esm",
        external: [...sdks],
        platform: "browser",
        metafile: true,
        write: false,
        outdir: "out",
      });
      const [output] = Object.values(metafile.outputs);
      expect(output?.imports.map(({ path }) => path)).toEqual(sdks);
      expect(output?.bytes).toBeLessThan(61_500);
    }
  });

  it.each(["", "/ai-sdk", "/anthropic", "/langchain", "/loop", "/messages", "/openai", "/reduce"])(
    "can be required as CommonJS: elision%s",
    async (path) => {
      const require = createRequire(import.meta.url);
      expect(require.resolve(`elision${path}`)).toMatch(/\.cjs$/);
      const imported = Object.keys(await import(`elision${path}`));
      expect(Object.keys(require(`elision${path}`)).toSorted()).toEqual(imported.toSorted());
    },
  );
});
