import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium"];

/** The Chromium of this machine: what CHROMIUM names, else Debian's package. */
export const CHROMIUM = PLACES.find((path) => path !== undefined && existsSync(path));

/** Starts a browser of its own that talks to nobody by itself. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Opens a file in a context of its own, for one test; what it asks for and complains of is noted. */
export async function openFile(browser: Browser, file: string, look: BrowserContextOptions) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...look });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  const url = pathToFileURL(file).href;
  await page.goto(url);
  return { page, requests, complaints, url };
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The faults that axe finds in a page. In another colour scheme, only its colours can have new ones. */
export async function faultsOf(
  page: Page,
  { only }: { readonly only?: "colours" | undefined } = {},
): Promise<readonly { readonly id: string; readonly nodes: readonly string[] }[]> {
  if (await page.evaluate("!('axe' in window)")) await page.evaluate(readFileSync(AXE, "utf8"));
  const options = {
    resultTypes: ["violations"],
    ...(only === "colours" && { runOnly: ["color-contrast", "link-in-text-block"] }),
  };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))`,
  );
}
