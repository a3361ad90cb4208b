import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { recommend } from "../../../src/analyses/compare/recommend.ts";
import { comparisonPage } from "../../../src/report/comparison/page/comparison-page.ts";
import { createHiddenBySetting } from "../../../src/report/comparison/page/hidden-by-setting.ts";
import type { PageData } from "../../../src/report/comparison/page/page-data.ts";
import { boundSession } from "../../support/bound-session.ts";
import { comparisonOf, drawingLines } from "../../support/comparison.ts";
import { sessionLines, sessionRow } from "../../support/sessions.ts";

const EVIL = "</script><!--<img src=x onerror=alert(1)>&\"'\u001b[31m";

async function page(
  stdin: string,
  argv: readonly string[] = [],
  { file = "run.jsonl" } = {},
): Promise<string> {
  const { transcripts, totals } = await comparisonOf(stdin, argv);
  const misses = createHiddenBySetting();
  for (const transcript of transcripts) misses.add({ ...transcript, file });
  misses.finish();
  const { requests = 0 } = transcripts[0] ?? {};
  const names = ["alone", ...totals.settings.map(({ name }) => name)];
  const prompts = {
    file,
    line: 1,
    steps: Array.from({ length: requests }, (_, k) => k),
    series: names.map((setting, k) => ({
      setting,
      sizes: Array.from({ length: requests }, (_, step) => (step + 1) * 100.4 - k),
    })),
  };
  return comparisonPage(totals, { prompts, misses, firstFile: file });
}

function dataIn(html: string): PageData {
  const [, json = ""] =
    /<script type="application\/json" id="figures">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

describe("the page", () => {
  it("has a row for each setting with every figure, and marks what costs more", async () => {
    const html = await page(drawingLines(40), [
      "--windows",
      "1,3",
      "--every",
      "1,10",
      "--min-recall",
      "0.9",
    ]);
    const rows = [...html.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, name]) => name);
    expect(rows).toEqual(["alone", "1", "1/10", "3", "3/10 ◀"]);
    for (const name of ["maskedCount", "maskedChars", "reductionStage", "recall", "re-asks"])
      expect(html).toContain(`>${name}</th>`);
    expect(html).toMatch(/<span class="dearer">\d\.\d\d!<\/span>/);
    expect(html).toMatch(/<tr class="recommended" data-name="3\/10"><th scope="row">3\/10/);
    expect(html).toContain("Recommended: --window 3 --every 10.");
  });

  it("draws every window, the few that tell most switched on, each window in a colour", async () => {
    const { promptSizes, costByRecall, totals } = dataIn(
      await page(drawingLines(40), [
        "--windows",
        "1,3,5",
        "--every",
        "1,10",
        "--min-recall",
        "0.9",
      ]),
    );
    expect(promptSizes?.series.map(({ name }) => name)).toEqual([
      "left alone",
      "1",
      "1/10",
      "3",
      "3/10 ◀",
      "5",
      "5/10",
    ]);
    expect(promptSizes?.series.map(({ isOn }) => isOn)).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
    const looks = promptSizes?.series.map(({ look: { color, dash } }) => [color, dash]);
    expect(looks?.slice(1)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
    expect(promptSizes?.series[0]?.sizes.slice(0, 2)).toEqual([100, 201]);
    expect(costByRecall.map(({ name, group }) => `${name} of ${group}`)).toContain("3/10 ◀ of 3");
    expect(totals.minRecall).toBe(0.9);
  });

  it("answers first: what to type, what it saves, what it would have hidden, and what it is for", async () => {
    const html = await page(drawingLines(40), [
      "--windows",
      "1,3",
      "--every",
      "1,10",
      "--min-recall",
      "0.9",
    ]);
    const main = html.slice(html.indexOf("<main>"));
    expect(html).toContain("<title>elision compare: run.jsonl</title>");
    const order = [
      "<code>elision --window 3 --every 10</code>",
      'class="line">Saves ',
      'class="line">Hides none of 38 later uses of tool output.',
      "For an agent at work, in the place where it sends its history; in these saved files it masks ",
      'id="cost-by-recall"',
      "<h2>Settings</h2>",
      'id="prompt-sizes"',
      "<h2>Notes</h2>",
    ].map((text) => main.indexOf(text));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  it("says in the first line where nothing is recommended, and why", async () => {
    const html = await page(sessionLines(1));
    expect(html).toMatch(/<section class="answer none"[\s\S]*?<p class="line">Nothing to mask/);
    expect(html).toContain('id="command" hidden');
    const few = await page(drawingLines(12));
    expect(few).toContain('<p class="line">No recommendation: there ');
    expect(few).toMatch(/id="advice">No recommendation: there are 10 later references/);
  });

  it("shows eight rows of many: the recommended one, its neighbours, the cheapest", async () => {
    const html = await page(drawingLines(60), ["--min-recall", "0.9"]);
    const rows = [...html.matchAll(/<tr(?: class="(\w+)")? data-name="([^"]*)"/g)];
    const shown = rows.filter(([, kind]) => kind !== "more").map(([, , name]) => name);
    expect(rows.length).toBeGreaterThan(30);
    expect(shown).toHaveLength(8);
    const best = rows.find(([, kind]) => kind === "recommended")?.[2];
    expect(shown).toEqual(expect.arrayContaining(["alone", best]));
  });

  it("has all that it takes to recommend for another recall", async () => {
    const { totals } = dataIn(await page(drawingLines(60)));
    for (const minRecall of [0.5, 0.8, 0.9, 0.99]) {
      const argv = ["--min-recall", String(minRecall)];
      const { recommendation } = (await comparisonOf(drawingLines(60), argv)).totals;
      const { settings, price } = totals;
      expect(recommend(totals, settings, { price, minRecall })).toEqual(recommendation);
    }
  });

  it("draws no recall where none is known", async () => {
    for (const html of [
      await page(drawingLines(12), ["--no-recall"]),
      await page(sessionLines(12)),
    ]) {
      expect(dataIn(html).costByRecall).toEqual([]);
      expect(html).not.toContain('id="cost-by-recall"');
    }
  });

  it("has quartiles of several transcripts, and says whose prompts are drawn", async () => {
    const several = await page(sessionRow(12) + sessionRow(5), ["--windows", "3"]);
    expect(several).toContain("Across 2 transcripts");
    expect(several).toContain("run.jsonl:1, the transcript with most of them.");
    expect(await page(sessionRow(12), ["--windows", "3"])).not.toContain("Across");
  });

  it("is a page even of nothing", async () => {
    const { totals } = await comparisonOf(sessionLines(1));
    const none = { ...totals, transcripts: 0, toolTurns: 0, requests: 0 };
    const parts = { prompts: undefined, misses: createHiddenBySetting(), firstFile: "" };
    expect(comparisonPage(none, parts)).toContain("no transcripts");
  });

  it("lets nothing be loaded, and runs only its own script and style", async () => {
    const html = await page(drawingLines(12));
    const [, policy = ""] = /Content-Security-Policy" content="(.*?)"/.exec(html) ?? [];
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
    const hash = (text: string) => createHash("sha256").update(text).digest("base64");
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash(script)}'`,
      `style-src 'sha256-${hash(style)}'`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    const markup = html.replace(style, "").replace(script, "");
    expect(markup).not.toMatch(/ (src|style|on\w+)=|https?:/);
    expect(style).not.toMatch(/@import|url\(/);
    expect(script).toContain("Leon Sorokin");
  });

  it("shows names from transcripts as text, wherever they stand", async () => {
    const lines = drawingLines(12).replaceAll('"read"', JSON.stringify(EVIL));
    const argv = ["--windows", "1", "--every", "1", "--misses"];
    const html = await page(lines, argv, { file: EVIL });
    expect(html).not.toContain("<img");
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain("<!--");
    expect(html).not.toContain("\u001b");
    expect(html).toContain("&#60;/script&#62;&#60;!--&#60;img src=x");
    expect(html).toContain('<td class="left">file_0.ts</td>');
  });

  it("lists what the recommended setting would have hidden, with the turn that needed it", async () => {
    const argv = ["--windows", "1,3", "--every", "1", "--min-recall", "0.4", "--misses"];
    const html = await page(drawingLines(40, { later: 6 }), argv);
    const { missed, totals } = dataIn(html);
    const outcome = totals.outcomes.find(({ setting }) => setting === missed?.setting);
    expect(missed?.setting).toBe(
      "setting" in totals.recommendation ? totals.recommendation.setting : "",
    );
    const { missed: references = 0, reAsks = 0 } = outcome?.recall ?? {};
    expect(missed?.counts[missed.setting]).toBeGreaterThan(0);
    expect([references, references + reAsks]).toContain(missed?.counts[missed.setting]);
    const shown = [
      ...html.matchAll(/<tr data-within="([^"]*)"( hidden)?><th[^>]*>(.*?)<\/th><td>(\d+)/g),
    ];
    for (const [, within = "", hidden] of shown)
      expect(within.split(" ").includes(missed?.setting ?? "")).toBe(hidden === undefined);
    const visible = shown.filter(([, , hidden]) => hidden === undefined);
    expect(visible.length).toBeGreaterThan(0);
    // A result on line n is of turn n / 2; the turn that needed it comes later.
    for (const [, , , place = "", turn] of visible)
      expect(Number(turn)).toBeGreaterThan(Number(/:(\d+)$/.exec(place)?.[1]) / 2);
  });

  it("keeps as many misses of each setting as it shows, and counts the others", async () => {
    const html = await page(drawingLines(100, { later: 6 }), [
      "--windows",
      "1,3",
      "--every",
      "1",
      "--misses",
    ]);
    const { missed } = dataIn(html);
    const rows = [...html.matchAll(/<tr data-within="([^"]*)"/g)].map(([, names = ""]) =>
      names.split(" "),
    );
    for (const [name, count] of Object.entries(missed?.counts ?? {}))
      expect(rows.filter((names) => names.includes(name)).length).toBeGreaterThanOrEqual(
        Math.min(30, count),
      );
    expect(rows.length).toBeLessThanOrEqual(60);
    expect(html).toContain("--misses --report json has all");
  });

  it("calls the provider's edits by their name", async () => {
    const groups = dataIn(await page(boundSession({ turns: 40, chars: 20_000 }))).costByRecall.map(
      ({ group }) => group,
    );
    for (const name of ["first-sight", "provider"]) expect(groups).toContain(name);
    expect(groups).not.toContain("anthropic");
  });

  it("shows few settings across transcripts at first", async () => {
    const html = await page(sessionRow(40) + sessionRow(30));
    const [, spread = ""] = html.split("Across 2 transcripts");
    expect(spread.match(/<tr><th/g)?.length).toBeLessThan(9);
    expect(spread.match(/<tr class="more"><th/g)?.length).toBeGreaterThan(9);
  });

  it("is the same each time", async () => {
    expect(await page(drawingLines(12))).toBe(await page(drawingLines(12)));
  });
});
