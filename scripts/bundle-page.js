/**
 * Bundles the script and the style of the comparison's page, the chart library in them, into a module
 * that holds both as text: the page needs no network and the package no further dependency. Run by
 * `npm run build`, before `tsc`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = new URL("../src/report/comparison/page/", import.meta.url);
const read = (url) => readFileSync(url, "utf8");
const library = (name) => read(createRequire(import.meta.url).resolve(`uplot/${name}`));

const bundle = await rolldown({
  input: fileURLToPath(new URL("browser/browser-page.ts", folder)),
  platform: "browser",
  logLevel: "warn",
});
const { output } = await bundle.generate({ format: "iife", minify: true });
const [{ code }] = output;
const script = `/* uPlot: ${library("LICENSE").trim()} */\n${code.trim()}\n`;
const style = `${library("dist/uPlot.min.css").trim()}\n${read(new URL("page.css", folder))}`;
// Within an HTML page either would end early, or begin a comment.
for (const text of [script, style])
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error("the page cannot hold its own script");

writeFileSync(
  new URL("page.generated.ts", folder),
  `/** Made of browser/ and page.css by scripts/bundle-page.js. */
export const PAGE_SCRIPT: string = ${JSON.stringify(script)};
export const PAGE_STYLE: string = ${JSON.stringify(style)};
`,
);
