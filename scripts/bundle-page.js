/**
 * Bundles the scripts and styles of the pages, one of them with the chart library, into modules that contain
 * both as text: a page needs no network and the package no further dependency. Run by `npm run build`, before
 * `tsc`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const read = (url) => readFileSync(url, "utf8");
const library = (name) => read(createRequire(import.meta.url).resolve(`uplot/${name}`));

// Colours and the body, shared by all pages.
const SHARED = read(new URL("../src/report/pages.css", import.meta.url));

await bundlePage({
  folder: "comparison/page",
  entry: "browser-page.ts",
  name: "page",
  notice: `/* uPlot: ${library("LICENSE").trim()} */\n`,
  style: `${library("dist/uPlot.min.css").trim()}\n`,
});
await bundlePage({ folder: "view/page", entry: "transcript-browser.ts", name: "transcript-page" });
await bundlePage({ folder: "live/page", entry: "live-browser.ts", name: "live-page" });

async function bundlePage({ folder, entry, name, notice = "", style: base = "" }) {
  const place = new URL(`../src/report/${folder}/`, import.meta.url);
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`browser/${entry}`, place)),
    platform: "browser",
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  const [{ code, imports }] = output;
  if (imports.length > 0) throw new Error(`a page cannot import ${imports.join(", ")}`);
  const script = `${notice}${code.trim()}\n`;
  const style = `${base}${SHARED}${read(new URL(`${name}.css`, place))}`;
  // Inside an HTML page these would end the element early, or begin a comment.
  for (const text of [script, style])
    if (/<\/(script|style)|<!--/i.test(text))
      throw new Error("the page cannot hold its own script");
  writeFileSync(
    new URL(`${name}.generated.ts`, place),
    `/** Made of browser/ and ${name}.css by scripts/bundle-page.js. */
export const PAGE_SCRIPT: string = ${JSON.stringify(script)};
export const PAGE_STYLE: string = ${JSON.stringify(style)};
`,
  );
}
