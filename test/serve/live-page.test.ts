/** The page of a proxy, and in Chromium: it is skipped where there is none. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { LiveMoney } from "../../src/api/live/live-status.ts";
import { savingGauges } from "../../src/serve/metrics/saving-gauges.ts";
import { CHROMIUM, faultsOf, startBrowser } from "../support/browser.ts";
import { LIVE_PATHS, requestBody } from "../support/live-agent.ts";
import { proxyWorld } from "../support/proxy-world.ts";

const HOSTILE = "<img src=x onerror=alert(1)> \u001b[31m";

/** A proxy that some agents went through. */
async function busyProxy({
  showsText = false,
  forecast = {},
}: Pick<NonNullable<Parameters<typeof proxyWorld>[0]>, "showsText" | "forecast"> = {}) {
  const world = await proxyWorld({
    showsText,
    forecast,
    answer: (response) =>
      void response.end(
        '{"usage":{"input_tokens":3,"output_tokens":700,"cache_read_input_tokens":9000}}',
      ),
  });
  for (const steps of [1, 2, 3, 4])
    await world.post(LIVE_PATHS.anthropic, requestBody("anthropic", steps, { task: HOSTILE }));
  await world.post(LIVE_PATHS["openai-chat"], requestBody("openai-chat", 2));
  return world;
}

describe("the page of a proxy", () => {
  it("shows conversations, edits and money, and no texts", async () => {
    const { get } = await busyProxy();
    const { body, headers } = await get("/_elision");
    const html = body.toString();
    expect(headers.join()).toContain("default-src 'none'");
    expect(html).toContain("claude-opus-5.5");
    expect(html).toMatch(
      /<td class="left">run<\/td><td class="left">shortened<\/td><td>3,369<\/td>/,
    );
    // 4 requests with 9000 tokens read from the cache, 3 new and 700 written.
    expect(html).toMatch(/<td>\$0\.\d+<\/td><td>\$0\.\d+<\/td><\/tr>/);
    expect(html).not.toContain("onerror");
    expect(html).not.toContain("all is well");
  });

  it("shows texts where they are asked for, as texts", async () => {
    const { get } = await busyProxy({ showsText: true });
    const html = (await get("/_elision")).body.toString();
    expect(html).toContain("&#60;img src=x onerror=alert(1)&#62; \\x1b[31m");
    expect(html).toContain("step 0 line 1: all is well");
    expect(html).not.toContain("<img");
  });

  it("holds what was saved against the forecast, of all requests with a usage", async () => {
    const forecast = { file: "<f>.json", sessions: 3, share: 0.25, savedPerSession: 0.4 };
    const { get, metrics } = await busyProxy({ forecast: { forecast } });
    const { saving, conversations } = JSON.parse((await get("/_elision/status")).body.toString());
    const sum = (of: (money: LiveMoney) => number) =>
      (conversations as { money?: LiveMoney }[]).reduce(
        (all, { money }) => all + (money === undefined ? 0 : of(money)),
        0,
      );
    expect(saving.billed).toBeCloseTo(
      sum(({ billed }) => billed),
      10,
    );
    expect(saving.saved).toBeCloseTo(metrics.sums.dollars_saved, 10);
    expect(saving.share).toBe(saving.saved / (saving.billed + saving.saved));
    expect(saving.share).toBeGreaterThan(0);
    const status = JSON.parse((await get("/_elision/status")).body.toString());
    expect(savingGauges(status)).toMatchObject({
      elision_saved_ratio: { value: saving.share },
      elision_forecast_saved_ratio: { value: 0.25 },
    });
    const html = (await get("/_elision")).body.toString();
    const percent = (100 * saving.share).toFixed(1);
    expect(html).toContain(`<dt>Saved of all</dt><dd>${percent}%</dd>`);
    expect(html).toContain("<dt>Forecast of that</dt><dd>25.0%</dd>");
    expect(html).toContain("25.0%, $0.40 a session (3 sessions, &#60;f&#62;.json)");
  });

  it("counts no saving of requests whose usage is not known", async () => {
    const { get, post, metrics } = await proxyWorld({
      forecast: { forecastCommand: "type > this" },
    });
    await post(LIVE_PATHS.anthropic, requestBody("anthropic", 1));
    expect(metrics.sums.dollars_saved).toBeGreaterThan(0);
    const { saving } = JSON.parse((await get("/_elision/status")).body.toString());
    expect(saving).toEqual({ billed: 0, saved: 0 });
    const html = (await get("/_elision")).body.toString();
    expect(html).toContain("<dt>Saved of all</dt><dd>–</dd>");
    expect(html).toContain("No forecast: type &#62; this, then serve with --forecast");
  });

  it("is there before there is anything to show", async () => {
    const { get } = await proxyWorld();
    expect((await get("/_elision/")).body.toString()).toContain("None yet");
  });
});

describe.skipIf(CHROMIUM === undefined)("the page of a proxy in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  const open = async (url: string, width: number) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      bypassCSP: false,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    await page.clock.install();
    await page.goto(url);
    return { page, complaints, requests };
  };

  it.each([390, 800, 1440])(
    "fits a width of %i without a fault that axe finds, light and dark",
    async (width) => {
      const { url } = await busyProxy({ showsText: true });
      const { page, complaints } = await open(`${url}/_elision`, width);
      for (const look of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: look });
        const only = look === "dark" ? "colours" : undefined;
        expect(await faultsOf(page, { only })).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
      expect(complaints).toEqual([]);
    },
  );

  it("keeps long names of models and tools in its columns", async () => {
    const world = await proxyWorld();
    const model = `accounts/models/${"a-name-that-goes-on-".repeat(5)}`;
    const body = requestBody("anthropic", 1)
      .replace("claude-opus-5.5", model)
      .replace('"run"', `"${"mcp__server__tool_".repeat(5)}"`);
    await world.post(LIVE_PATHS.anthropic, body);
    const { page } = await open(`${world.url}/_elision`, 1200);
    expect(await page.locator("main").textContent()).toContain(model);
    const wider =
      "[...document.querySelectorAll('.scroll')].map((e) => e.scrollWidth - e.clientWidth)";
    expect(await page.evaluate(wider)).toEqual([0, 0]);
  });

  it("leaves a table where it was scrolled to", async () => {
    const { url, post } = await busyProxy();
    const { page } = await open(`${url}/_elision`, 390);
    const scroll = "document.querySelector('.scroll').scrollLeft";
    await page.evaluate(`${scroll} = 100`);
    await post(LIVE_PATHS.gemini, requestBody("gemini", 1, { task: "Three." }));
    await page.clock.fastForward(5000);
    const count = () => page.locator("main table").first().locator("tbody tr").count();
    await expect.poll(count, { timeout: 30_000 }).toBe(3);
    expect(await page.evaluate(scroll)).toBe(100);
  });

  it("keeps itself up to date, and says when nobody answers any more", async () => {
    const { url, post, port } = await busyProxy();
    const { page, requests } = await open(`${url}/_elision`, 1000);
    const rows = "document.querySelectorAll('main table')[0].querySelectorAll('tbody tr').length";
    expect(await page.evaluate(rows)).toBe(2);
    await post(LIVE_PATHS.gemini, requestBody("gemini", 1, { task: "Three." }));
    await page.clock.fastForward(5000);
    await expect.poll(() => page.evaluate(rows), { timeout: 30_000 }).toBe(3);
    expect(new Set(requests.map((each) => new URL(each).host))).toEqual(
      new Set([`127.0.0.1:${port}`]),
    );
    await page.route("**/*", (route) => route.abort());
    await page.clock.fastForward(5000);
    const state = () => page.locator("#state").textContent();
    await expect.poll(state, { timeout: 30_000 }).toContain("does not answer");
  });
});
