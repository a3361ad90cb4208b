/** The page in a browser. Skipped where there is no Chromium: name one with CHROMIUM. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { boundSession } from "../../support/bound-session.ts";
import { CHROMIUM, faultsOf, openFile, startBrowser } from "../../support/browser.ts";
import { drawingLines } from "../../support/comparison.ts";
import { folderWith } from "../../support/folder.ts";
import { elision } from "../../support/shell.ts";

/** What the chart of costs shows. */
const COSTS = "document.querySelector('#cost-by-recall canvas').toDataURL()";
const ARGV = ["--windows", "1,3,10", "--every", "1,10"];

describe.skipIf(CHROMIUM === undefined)(
  "the page in Chromium (CHROMIUM, or /usr/bin/chromium)",
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(async () => {
      await browser.close();
    });

    /** The pages that were made, by what they were made of: most tests look at the same one. */
    const made = new Map<string, string>();

    async function pageOf(of: { readonly lines: string; name: string; argv: readonly string[] }) {
      const { lines, name, argv } = of;
      const key = JSON.stringify(of);
      const known = made.get(key);
      if (known !== undefined) return known;
      const folder = folderWith({ [name]: lines });
      const html = join(folder, "page.html");
      const options = ["compare", "--html", html, ...argv, join(folder, name)];
      expect(await elision(options)).toMatchObject({ exitCode: 0, stderr: "" });
      const page = readFileSync(html, "utf8");
      made.set(key, page);
      return page;
    }

    /** Opens the page of a comparison; what it asks for and complains of is noted. */
    async function open(
      look: BrowserContextOptions = {},
      { lines = drawingLines(100), name = "run.jsonl", argv = ARGV } = {},
    ) {
      const folder = folderWith({ "page.html": await pageOf({ lines, name, argv }) });
      const opened = await openFile(browser, join(folder, "page.html"), look);
      await opened.page.locator("#prompt-sizes canvas").waitFor();
      return opened;
    }

    /** What is shown when the pointer passes over all of the cost chart, each line once. */
    const pointedAt = async (page: Page) => {
      const lines = await page.evaluate<string[]>(`(() => {
      const over = document.querySelector("#cost-by-recall .u-over");
      const box = over.getBoundingClientRect();
      const found = new Set();
      over.dispatchEvent(new MouseEvent("mouseenter"));
      for (let x = 1; x < box.width; x += 16)
        for (let y = 1; y < box.height; y += 16) {
          const clientX = box.left + x, clientY = box.top + y;
          over.dispatchEvent(new MouseEvent("mousemove", { clientX, clientY, bubbles: true }));
          const tooltip = over.querySelector(".tooltip");
          if (!tooltip.hidden) for (const row of tooltip.querySelectorAll("span")) found.add(row.textContent);
        }
      return [...found];
    })()`);
      return lines.sort();
    };
    /** What the chart of prompts shows, as a digest. */
    const drawing = async (page: Page) => {
      const url = await page.evaluate<string>(
        "document.querySelector('#prompt-sizes canvas').toDataURL()",
      );
      return createHash("sha256").update(url).digest("hex");
    };
    const tooltip = (page: Page, id: string) => page.locator(`#${id} .tooltip`);
    const hover = async (page: Page, id: string, { x, y }: { x: number; y: number }) => {
      const over = page.locator(`#${id} .u-over`);
      await over.scrollIntoViewIfNeeded();
      const box = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    };

    it("shows the tokens of each line at the step that is pointed at", async () => {
      const { page, complaints } = await open();
      await hover(page, "prompt-sizes", { x: 0.5, y: 0.3 });
      const text = await tooltip(page, "prompt-sizes").innerText();
      expect(text).toMatch(/^step (49|50)\n/);
      expect(text).toMatch(/\nleft alone: [\d,]+ tokens/);
      expect(text).toMatch(/\n3\/10 ◀: [\d,]+ tokens/);
      expect(complaints).toEqual([]);
    });

    it("walks along the steps with the arrow keys", async () => {
      const { page } = await open();
      await page.locator("#prompt-sizes").focus();
      await page.keyboard.press("ArrowRight");
      expect(await tooltip(page, "prompt-sizes").innerText()).toContain("step 0\n");
      await page.keyboard.press("ArrowRight");
      expect(await tooltip(page, "prompt-sizes").innerText()).toContain("step 1\n");
    });

    it("switches windows on and off from the legend", async () => {
      const { page } = await open();
      const entry = page
        .locator("#prompt-sizes + .legend")
        .getByLabel("left alone", { exact: true });
      const before = await drawing(page);
      await entry.click();
      expect(await entry.isChecked()).toBe(false);
      await expect.poll(() => drawing(page)).not.toBe(before);
      await hover(page, "prompt-sizes", { x: 0.5, y: 0.3 });
      expect(await tooltip(page, "prompt-sizes").innerText()).not.toContain("left alone");
      await entry.click();
      await page.mouse.move(0, 0);
      await expect.poll(() => drawing(page)).toBe(before);

      const other = page.locator("#prompt-sizes + .legend").getByLabel("10", { exact: true });
      expect(await other.isChecked()).toBe(false);
      await other.click();
      await hover(page, "prompt-sizes", { x: 0.5, y: 0.3 });
      expect(await tooltip(page, "prompt-sizes").innerText()).toMatch(/\n10: [\d,]+ tokens/);
    });

    it("shows recall and cost of the point that is pointed at, and switches windows there", async () => {
      const { page } = await open();
      const names = ["1", "1/10", "10", "10/10", "3", "3/10 ◀", "left alone"];
      const all = await pointedAt(page);
      expect(all).toContain("left alone: recall 1.000, cost 1.00");
      expect(all.map((line) => line.split(":")[0]).sort()).toEqual(names);
      await page.locator("#cost-by-recall + .legend").getByLabel("3", { exact: true }).click();
      const others = await pointedAt(page);
      expect(others).toEqual(all.filter((line) => !line.startsWith("3")));
    });

    it("answers for another recall, and marks what is recommended then", async () => {
      const { page, complaints } = await open({}, { lines: drawingLines(100, { later: 6 }) });
      const command = page.locator("#command code");
      const marked = () => page.locator("tr.recommended th").allInnerTexts();
      const move = (percent: number) =>
        page.locator("#min-recall").evaluate((slider, value) => {
          (slider as unknown as { value: string }).value = String(value);
          slider.dispatchEvent(new Event("input"));
        }, percent);
      expect(await command.innerText()).toBe("elision --window 10 --every 10");
      expect(await marked()).toEqual(["10/10 ◀"]);
      const before = await page.evaluate<string>(COSTS);
      await move(50);
      const then = await command.innerText();
      expect(then).not.toBe("elision --window 10 --every 10");
      const [, window, , every] = then.match(/--window (\d+)( --every (\d+))?/) ?? [];
      expect(await marked()).toEqual([`${window}${every === undefined ? "" : `/${every}`} ◀`]);
      expect(await page.locator("#advice").innerText()).toContain("its low end had to be 0.5.");
      expect(await page.evaluate<string>(COSTS)).not.toBe(before);
      await move(95);
      expect(await command.innerText()).toBe("elision --window 10 --every 10");
      expect(complaints).toEqual([]);
    });

    /** The answer, the first notes, and what each setting of the table costs. */
    const figuresOn = async (page: Page) => {
      const cells = await page.locator("tr[data-name]").evaluateAll((rows) => {
        const heads = [...(rows[0]?.closest("table")?.querySelectorAll("thead th") ?? [])];
        const names = heads.map(({ textContent }) => textContent ?? "");
        return rows.map((row) =>
          [...row.children]
            .filter((_, k) => names[k] !== "break-even")
            .map((cell) => cell.innerHTML)
            .join("|"),
        );
      });
      await page.mouse.move(0, 0);
      const isDrawn = (await page.locator("#cost-by-recall").count()) > 0;
      const chart = isDrawn ? await pointedAt(page) : [];
      const answer = await page.locator("#answer-lines, #command code, #advice").allInnerTexts();
      const notes = await page.locator("ul.about li, ul.notes li").allTextContents();
      const named = notes.map((note) => note.replace(/^.*run\.jsonl: /, ""));
      return { cells, chart, answer, notes: named };
    };

    it("shows at another price what a comparison at that price does", async () => {
      const lines = drawingLines(100, { later: 6 });
      const { page, complaints } = await open({}, { lines });
      const before = await figuresOn(page);
      for (const name of ["claude-fable-5", "claude-haiku-4.5"]) {
        await page.getByLabel("Model").selectOption(name);
        const at = await open({}, { lines, argv: [...ARGV, "--price", name] });
        expect(await figuresOn(page)).toEqual(await figuresOn(at.page));
        expect(await figuresOn(page)).not.toEqual(before);
      }
      await page.getByLabel("Model").selectOption({ index: 0 });
      expect(await figuresOn(page)).toEqual(before);
      expect(complaints).toEqual([]);
    });

    it("lists the misses of the setting that is recommended, or chosen", async () => {
      const { page, complaints } = await open({}, { lines: drawingLines(100, { later: 6 }) });
      const shown = () => page.locator("#misses tbody tr:visible").count();
      const about = () => page.locator("#misses-about").innerText();
      const choice = page.getByLabel("Hidden by");
      expect(await choice.inputValue()).toBe("10/10");
      expect(await about()).toMatch(/^10\/10 would have hidden /);
      const before = await shown();
      await choice.selectOption("1");
      expect(await about()).toMatch(/^1 would have hidden \d+ tool results .*; here are \d+, /);
      expect(await shown()).toBeGreaterThan(before);
      await page.getByLabel("Model").selectOption("claude-fable-5");
      expect(await choice.inputValue()).toBe(
        (await page.locator("#command code").innerText()).replace(
          /^elision --window (\d+)(?: --every (\d+))?$/,
          (_, window, every) => (every === undefined ? window : `${window}/${every}`),
        ),
      );
      expect(complaints).toEqual([]);
    });

    it("shows breaking even and quartiles of cost at the price compared with alone", async () => {
      const folder = folderWith({ "other.jsonl": drawingLines(60) });
      const { page } = await open({}, { argv: [...ARGV, join(folder, "other.jsonl")] });
      await page.getByRole("button", { name: "Show all settings and figures" }).click();
      const heads = async () =>
        (await page.locator("thead th:visible").allInnerTexts()).filter((name) =>
          /^(break-even|cached)$/.test(name),
        );
      const spread = page.getByRole("region", { name: "quartiles across transcripts" });
      const before = await spread.innerText();
      expect(await heads()).toEqual(["cached", "break-even", "cached", "break-even"]);
      await page.getByLabel("Model").selectOption("claude-haiku-4.5");
      expect(await heads()).toEqual(["cached"]);
      expect(await spread.innerText()).toContain("recall");
      await page.getByLabel("Model").selectOption({ index: 0 });
      expect(await heads()).toHaveLength(4);
      expect(await spread.innerText()).toBe(before);
    });

    it("begins with the price of each session's own model", async () => {
      const other = join(folderWith({ "other.jsonl": boundSession() }), "other.jsonl");
      const lines = boundSession({ model: "claude-haiku-4-5" });
      const { page } = await open({}, { lines, argv: [...ARGV, other] });
      const model = page.getByLabel("Model");
      expect(await model.locator("option:checked").innerText()).toBe("each session's own model");
      expect(await page.getByLabel("Input").inputValue()).toBe("");
      const before = await figuresOn(page);
      await model.selectOption("claude-fable-5");
      expect(await page.getByLabel("Input").inputValue()).toBe("10");
      expect(await figuresOn(page)).not.toEqual(before);
      await model.selectOption("each session's own model");
      expect(await figuresOn(page)).toEqual(before);
    });

    it("says where a price has a tier that sums of tokens cannot tell", async () => {
      const { page } = await open({}, { lines: boundSession({ chars: 40_000 }) });
      await page.getByLabel("Model").selectOption("claude-haiku-5.5");
      const note = () => page.locator(".price [role=status]").innerText();
      expect(await note()).toContain(
        "flat: what prompts above 100,000 tokens cost more is left out",
      );
      expect(await page.locator("ul.about").innerText()).not.toContain("above");
      await page.getByLabel("Model").selectOption("gpt-6-astra");
      expect(await note()).toMatch(/^Every session at this price\. /);
    });

    it("takes prices that are typed, and keeps the figures while one is none", async () => {
      const { page } = await open();
      await page.getByLabel("Model").selectOption("claude-haiku-4.5");
      const costs = () => page.locator("tr[data-name=alone]").innerText();
      const listed = await costs();
      await page.getByLabel("Input").fill("");
      expect(await page.getByRole("status").allInnerTexts()).toContainEqual(
        expect.stringContaining("numbers of 0 or more"),
      );
      expect(await costs()).toBe(listed);
      await page.getByLabel("Input").fill("1");
      expect(await costs()).toBe(listed);
      expect(await page.getByLabel("Model").inputValue()).toBe("typed");
      await page.getByLabel("Cache write").fill("125");
      expect(await costs()).not.toBe(listed);
      expect(await page.locator("ul.about").innerText()).toContain("cache write $125");
    });

    it("sorts the settings by a column, down and up", async () => {
      const { page } = await open();
      const names = () => page.locator("tr[data-name] th").allTextContents();
      const before = await names();
      expect(before).toHaveLength(7);
      await page.getByRole("button", { name: "cost", exact: true }).click();
      const down = await names();
      await page.getByRole("button", { name: "cost", exact: true }).click();
      expect(await page.locator("[aria-sort]").getAttribute("aria-sort")).toBe("ascending");
      expect(await names()).not.toEqual(down);
      expect([...down].sort()).toEqual([...before].sort());
      const prices = await page
        .locator("tr[data-name]")
        .evaluateAll((rows) =>
          rows.map((row) => Number(/\$([\d.]+)/.exec(row.textContent ?? "")?.[1])),
        );
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
    });

    it.each([390, 1440])("has no fault that axe finds at a width of %i", async (width) => {
      const { page } = await open(
        { viewport: { width, height: 900 } },
        { argv: [...ARGV, "--misses"] },
      );
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const only = colorScheme === "dark" ? "colours" : undefined;
        expect(await faultsOf(page, { only })).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
    });

    it("asks the network for nothing, and cannot", async () => {
      let asked = 0;
      const server = createServer((_, response) => {
        asked++;
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const { page, requests, url } = await open();
      const { port } = server.address() as AddressInfo;
      expect(requests).toEqual([url]);
      const ask = `fetch("http://127.0.0.1:${port}/").then(() => "sent", () => "refused")`;
      expect(await page.evaluate(ask)).toBe("refused");
      const image = `new Promise((done) => {
      const image = new Image();
      image.onload = image.onerror = (event) => done(event.type);
      image.src = "http://127.0.0.1:${port}/";
    })`;
      expect(await page.evaluate(image)).toBe("error");
      expect(asked).toBe(0);
    });

    it("shows names from transcripts as text", async () => {
      const evil = "</script><img src=x onerror=alert(1)>";
      const { page, complaints } = await open(
        {},
        {
          lines: drawingLines(40).replaceAll('"read"', JSON.stringify(evil)),
          name: "<img src=x onerror=alert(2)>.jsonl",
          argv: [...ARGV, "--misses"],
        },
      );
      expect(await page.locator("main").innerText()).toContain(evil.slice(0, 31));
      expect(await page.title()).toContain("<img src=x onerror=alert(2)>.jsonl");
      expect(await page.evaluate("document.images.length")).toBe(0);
      expect(complaints).toEqual([]);
    });

    it("needs no sideways scrolling on a phone, where the whole table scrolls by itself", async () => {
      const { page } = await open({ viewport: { width: 360, height: 740 } });
      const widths = "[document.documentElement.scrollWidth, innerWidth]";
      expect(await page.evaluate(widths)).toEqual([360, 360]);
      const table =
        "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.scroll'))";
      expect(await page.evaluate(table)).toBe(false);
      await page.getByRole("button", { name: "Show all settings and figures" }).click();
      expect(await page.evaluate(table)).toBe(true);
      await page.setViewportSize({ width: 740, height: 360 });
      await page.setViewportSize({ width: 360, height: 740 });
      await expect.poll(() => page.evaluate(widths)).toEqual([360, 360]);
    });

    it("is dark where the reader's system is, and light on paper", async () => {
      const background = "getComputedStyle(document.body).backgroundColor";
      const { page } = await open();
      expect(await page.evaluate(background)).toBe("rgb(255, 255, 255)");
      const light = await drawing(page);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await page.evaluate(background)).toBe("rgb(18, 22, 29)");
      await expect.poll(() => drawing(page)).not.toBe(light);
      await page.emulateMedia({ colorScheme: "dark", media: "print" });
      expect(await page.evaluate(background)).toBe("rgb(255, 255, 255)");
      const other = await open();
      await other.page.emulateMedia({ media: "print" });
      const areAlike = async () => (await drawing(page)) === (await drawing(other.page));
      await expect.poll(areAlike).toBe(true);
    });
  },
);
