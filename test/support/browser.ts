import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

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
