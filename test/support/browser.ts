import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
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
