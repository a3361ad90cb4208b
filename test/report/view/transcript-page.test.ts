/** The page of a transcript in a browser. Skipped where there is no Chromium: name one with CHROMIUM. */
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHROMIUM, faultsOf, openFile, startBrowser } from "../../support/browser.ts";
import { folderWith } from "../../support/folder.ts";
import { IS_DEEP, oneIn } from "../../support/runs.ts";
import { elision } from "../../support/shell.ts";

/** A session whose results differ in size and tool; some are errors, and one turn has two calls. */
function session(turns: number): string {
  const messages: object[] = [
    { role: "system", content: "You are an agent." },
    { role: "user", content: "Mend the build. ".repeat(3) },
  ];
  for (let k = 1; k <= turns; k++) {
    const call = (id: string, name: string) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify({ command: `step-${k}`, text: "a\nb" }) },
    });
    const calls = [call(`a${k}`, "bash"), ...(k % 5 === 0 ? [call(`b${k}`, "read")] : [])];
    messages.push({ role: "assistant", content: `Now step ${k}.`, tool_calls: calls });
    const isError = k % 7 === 0;
    const text = `${isError ? "Error: broken\n" : ""}output of step-${k} ${"word ".repeat(20 * (k % 9))}`;
    messages.push({ role: "tool", tool_call_id: `a${k}`, content: text });
    if (k % 5 === 0)
      messages.push({
        role: "tool",
        tool_call_id: `b${k}`,
        content: `${"line\n".repeat(1500)}needle-${k}`,
      });
  }
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}

describe.skipIf(CHROMIUM === undefined)(
  "the page of a transcript in Chromium (CHROMIUM, or /usr/bin/chromium)",
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(async () => {
      await browser.close();
    });

    async function open(
      look: BrowserContextOptions = {},
      { lines = session(30), name = "run.jsonl", argv = [] as readonly string[] } = {},
    ) {
      const folder = folderWith({ [name]: lines });
      const html = join(folder, "page.html");
      const file = join(folder, name);
      expect(await elision(["view", "-q", file, "-o", html, ...argv])).toMatchObject({
        exitCode: 0,
      });
      const opened = await openFile(browser, html, look);
      await opened.page.locator(".rows li").first().waitFor();
      return { ...opened, file };
    }

    const rowOf = (page: Page, title: string) => page.locator("details.row", { hasText: title });
    const moveTo = (page: Page, place: number) =>
      page.locator("#window").evaluate((slider, value) => {
        (slider as unknown as { value: string }).value = String(value);
        slider.dispatchEvent(new Event("input"));
      }, place);
    /** The lines of the results that the page shows as masked, once all is unfolded. */
    const maskedLines = async (page: Page) => {
      const labels = await page.locator(".observation .label:has(.mark)").allTextContents();
      return labels
        .filter((label) => / masked$/.test(label.trim()))
        .map((label) => Number(/line (\d+)/.exec(label)?.[1]));
    };

    it("unfolds a turn with each call next to what answered it", async () => {
      const { page, complaints } = await open();
      expect(await page.locator(".body").count()).toBe(0);
      await rowOf(page, "step-25").locator("summary").first().click();
      const labels = async () =>
        (await page.locator(".body .label").allInnerTexts()).map((label) => label.split(" ")[0]);
      await expect.poll(labels).toEqual(["bash", "Result", "read", "Result"]);
      expect(await page.locator(".body .call pre").first().innerText()).toContain(
        "command: step-25",
      );
      expect(await page.locator(".body .prose").innerText()).toBe("Now step 25.");
      await rowOf(page, "step-25").locator("summary").first().click();
      await expect.poll(() => page.locator(".body").first().isVisible()).toBe(false);
      expect(complaints).toEqual([]);
    });

    it("masks with every window what the program masks with it, and says the same sizes", async () => {
      const { page, file, complaints } = await open();
      await page.evaluate(
        "for (const row of document.querySelectorAll('details.row')) row.open = true",
      );
      await expect.poll(() => page.locator(".body").count()).toBe(32);
      const windows = JSON.parse(
        await page.evaluate<string>("document.getElementById('index-0').textContent"),
      ).windows as number[];
      expect(windows).toEqual(expect.arrayContaining([0, 1, 10, 20, 25, 30]));
      for (const window of [0, 3, 10, 25, 30]) {
        await moveTo(page, windows.indexOf(window));
        const argv = ["-n", "--explain", "--report", "json", "--window", String(window), file];
        const { transcripts } = JSON.parse((await elision(argv)).stderr);
        const [told] = transcripts;
        const expected = told.observations
          .filter(({ isMasked }: { isMasked: boolean }) => isMasked)
          .map(({ line }: { line: number }) => line);
        expect(await maskedLines(page)).toEqual(expected);
        const words = await page.locator("#outcome").innerText();
        expect(words).toContain(`${expected.length} result`);
        expect(words).toContain(Math.ceil(told.afterChars / 4).toLocaleString("en-US"));
      }
      expect(complaints).toEqual([]);
    });

    it("says why something is masked or kept, and has the original in its place", async () => {
      const { page } = await open();
      const row = rowOf(page, "bash step-8");
      await row.locator("summary").first().click();
      expect(await row.locator(".placeholder").innerText()).toMatch(/^\[.*masked/);
      expect(await row.locator(".why").innerText()).toMatch(
        /^Because it is older than the window; saves/,
      );
      expect(await row.innerText()).not.toContain("output of step-8 word");
      await row.locator(".inner summary").click();
      expect(await row.locator(".inner pre").innerText()).toContain("output of step-8 word");
      const error = rowOf(page, "bash step-7");
      await error.locator("summary").first().click();
      expect(await error.locator(".observation .label").innerText()).toContain(
        "kept: it is an error",
      );
    });

    it("shows the start of a long text, and the rest when asked", async () => {
      const { page } = await open();
      const row = rowOf(page, "step-30");
      await row.locator("summary").first().click();
      expect(await row.innerText()).not.toContain("needle-30");
      await row.getByRole("button", { name: "Show all 7,509 characters" }).click();
      expect(await row.innerText()).toContain("needle-30");
    });

    it("finds words in what is folded, long or masked, and goes from match to match", async () => {
      const { page, complaints } = await open();
      const found = page.locator("#found");
      await page.keyboard.press("/");
      await page.keyboard.type("NEEDLE-5");
      await expect.poll(() => found.innerText()).toBe("1 of 1");
      const row = rowOf(page, "bash step-5");
      expect(await row.first().getAttribute("open")).toBe("");
      expect(await row.first().innerText()).toContain("needle-5");
      expect(await page.evaluate("CSS.highlights.get('found').size")).toBe(1);
      await page.locator("#search").fill("needle");
      await expect.poll(() => found.innerText()).toBe("1 of 6");
      await page.keyboard.press("Enter");
      expect(await found.innerText()).toBe("2 of 6");
      await page.keyboard.press("Escape");
      await page.keyboard.press("N");
      await page.keyboard.press("N");
      expect(await found.innerText()).toBe("6 of 6");
      await page.locator("#search").fill("no such words");
      await expect.poll(() => found.innerText()).toBe("nothing found");
      expect(complaints).toEqual([]);
    });

    it("is read with the keyboard alone", async () => {
      const { page } = await open();
      const focused = () => page.evaluate<string>("document.activeElement.innerText");
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      expect(await focused()).toContain("step-1");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(".body").count()).toBe(1);
      await page.keyboard.press("k");
      expect(await focused()).toContain("Mend the build");
      await page.keyboard.press("G");
      expect(await focused()).toContain("step-30");
      const size = page.locator("#window-size");
      expect(await size.innerText()).toBe("10 turns");
      await page.keyboard.press("[");
      expect(await size.innerText()).toBe("9 turns");
      await page.keyboard.press("?");
      expect(await page.locator("#keys").isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      expect(await page.locator("#keys").isVisible()).toBe(false);
      await page.locator(".strip").focus();
      await page.keyboard.press("Home");
      expect(await page.locator(".strip").getAttribute("aria-valuetext")).toMatch(
        /^system message, \d+ tokens here$/,
      );
    });

    it("goes to the place in the session that is clicked in the bar", async () => {
      const { page } = await open();
      const strip = page.locator(".strip");
      const { width } = (await strip.boundingBox()) ?? { width: 0 };
      await strip.click({ position: { x: width - 3, y: 20 } });
      expect(await page.evaluate("document.activeElement.innerText")).toContain("step-30");
    });

    it("has a chooser where there are several transcripts", async () => {
      const row = (text: string) =>
        `${JSON.stringify({
          messages: [
            { role: "user", content: text },
            { role: "assistant", content: `About ${text}.` },
          ],
        })}\n`;
      const { page } = await open({}, { lines: row("One") + row("Two") });
      expect(await page.locator("#transcript option").allInnerTexts()).toEqual([
        "1: One",
        "2: Two",
      ]);
      expect(await page.locator(".rows").innerText()).toContain("About One.");
      await page.locator("#transcript").selectOption("1");
      await expect.poll(() => page.locator(".rows").innerText()).toContain("About Two.");
    });

    it("asks the network for nothing, and shows what is in transcripts as text", async () => {
      const evil = "</script><img src=x onerror=alert(1)><script>alert(2)</script>";
      const lines = session(12)
        .replaceAll("step-3", evil.replaceAll('"', '\\"'))
        .replaceAll('"bash"', JSON.stringify(evil));
      const { page, requests, complaints, url } = await open(
        {},
        { lines, name: "<img src=x onerror=alert(3)>.jsonl" },
      );
      await page.evaluate(
        "for (const row of document.querySelectorAll('details.row')) row.open = true",
      );
      await expect.poll(() => page.locator(".body").count()).toBe(14);
      expect(await page.locator("body").innerText()).toContain(evil);
      expect(await page.evaluate("document.images.length")).toBe(0);
      expect(await page.title()).toBe("<img src=x onerror=alert(3)>.jsonl · elision view");
      expect(requests).toEqual([url]);
      expect(complaints).toEqual([]);
      const ask = 'fetch("http://127.0.0.1:9/").then(() => "sent", () => "refused")';
      expect(await page.evaluate(ask)).toBe("refused");
    });

    it.each(oneIn(2, [390, 1440, 800]))(
      "fits a width of %i without a fault that axe finds, light and dark",
      async (width) => {
        const { page } = await open({ viewport: { width, height: 900 } });
        for (const step of ["step-8", "step-7", "step-25"])
          await rowOf(page, `bash ${step}`).first().locator("summary").first().click();
        await page.keyboard.press("?");
        for (const look of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: look });
          for (const close of [false, true]) {
            if (close) await page.evaluate("document.querySelector('dialog').close()");
            const only = look === "dark" ? "colours" : undefined;
            expect(await faultsOf(page, { only })).toEqual([]);
          }
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
          if (look === "light") await page.evaluate("document.querySelector('dialog').showModal()");
        }
      },
    );

    it("has the system's look until the reader picks another", async () => {
      const background = "getComputedStyle(document.body).backgroundColor";
      const { page } = await open({ colorScheme: "dark" });
      expect(await page.evaluate(background)).toBe("rgb(18, 22, 29)");
      await page.locator("#look").click();
      expect(await page.evaluate(background)).toBe("rgb(255, 255, 255)");
      await page.locator("#look").click();
      expect(await page.evaluate(background)).toBe("rgb(18, 22, 29)");
    });

    const turns = IS_DEEP ? 2500 : 600;

    it(`keeps a session of ${turns} turns out of the document until it is unfolded`, async () => {
      const { page, complaints } = await open(
        {},
        { lines: session(turns).replaceAll("word word", "word ".repeat(90)) },
      );
      const bytes = await page.evaluate<number>("document.documentElement.textContent.length");
      expect(bytes).toBeGreaterThan(8000 * turns);
      expect(await page.evaluate("document.querySelector('main').textContent.length")).toBeLessThan(
        160 * turns,
      );
      await page.locator("#search").fill(`needle-${turns}`);
      await expect
        .poll(() => page.locator("#found").innerText(), { timeout: 30_000 })
        .toBe("1 of 1");
      expect(await rowOf(page, `step-${turns}`).first().innerText()).toContain(`needle-${turns}`);
      expect(complaints).toEqual([]);
    });
  },
);
