import type { LiveConversation, LiveStatus } from "../../../analyses/live/result.ts";
import { number, percent } from "../../figures.ts";
import { escaped, securityPolicy, type TableHead, tableOf } from "../../html.ts";
import { dollars, duration } from "../money-and-time.ts";
import { forecastWords, howToForecast } from "../saving-words.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "./live-page.generated.ts";

/** The security policy of the page: it may fetch itself, and nothing else. */
export const LIVE_POLICY = `${securityPolicy({ script: PAGE_SCRIPT, style: PAGE_STYLE })}; connect-src 'self'`;

/** The state of a proxy as a page that keeps itself up to date. */
export function livePage(status: LiveStatus): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${LIVE_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>elision serve</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>elision serve</h1>
<p id="state" role="status"></p>
</header>
<main>
${headline(status)}${conversations(status)}${edits(status)}${notes(status)}</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function headline({ policy, upstreams, upSeconds, sums, saving, forecast }: LiveStatus): string {
  const sum = (name: string) => sums[name] ?? 0;
  const figures = [
    ["Requests", number(sum("requests"))],
    ["Results shortened", number(sum("results_shortened"))],
    ["Results masked", number(sum("results_masked"))],
    ["Chars kept from the wire", number(sum("chars_kept"))],
    ["Saved", dollars(sum("dollars_saved"))],
    ["Saved of all", saving.share === undefined ? "–" : percent(saving.share, 1)],
    ["Forecast of that", forecast === undefined ? "–" : percent(forecast.share, 1)],
    ["Cache breaks", `${number(sum("cache_breaks"))}, ${dollars(sum("cache_break_dollars"))}`],
    ["Not edited", number(sum("not_edited"))],
    ["Sent again", number(sum("resends"))],
  ] as const;
  const items = figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return (
    `<p class="about">Policy <b>${escaped(policy)}</b> · to ${upstreams.map(escaped).join(", ")} · ` +
    `running for ${duration(upSeconds)}</p>\n<dl class="figures">${items.join("")}</dl>\n`
  );
}

const NUMBER = { isLeft: false } as const;
const WORDS = { isLeft: true } as const;

const CONVERSATIONS: readonly TableHead[] = [
  { name: "Conversation", ...WORDS },
  { name: "Model", ...WORDS },
  { name: "Last", ...NUMBER },
  { name: "Requests", ...NUMBER },
  { name: "Turns", ...NUMBER },
  { name: "Results", ...NUMBER },
  { name: "Shortened", ...NUMBER },
  { name: "Masked", ...NUMBER },
  { name: "Chars saved", ...NUMBER },
  { name: "Billed", ...NUMBER },
  { name: "Saved", ...NUMBER },
];

function conversations({ conversations: all }: LiveStatus): string {
  if (all.length === 0)
    return "<h2>Conversations</h2>\n<p>None yet: point your agent's base URL here.</p>\n";
  const rows = all.map((each) => ({ cells: conversationCells(each) }));
  const about = { label: "Conversations", first: "names" } as const;
  return `<h2>Conversations</h2>\n${tableOf(CONVERSATIONS, rows, about)}`;
}

function conversationCells(each: LiveConversation): string[] {
  const { money, reason } = each;
  const net = money && money.saved - money.cacheBreaks;
  const name = `<code>${escaped(each.id)}</code>${each.task === undefined ? "" : ` ${escaped(each.task)}`}`;
  const why =
    reason === undefined ? "" : `<br><span class="reason">${escaped(reasonWords(reason))}</span>`;
  return [
    name + why,
    escaped(each.model ?? each.wire),
    `${duration(each.agoSeconds)} ago`,
    ...[each.requests, each.toolTurns, each.results, each.shortened, each.masked].map(number),
    number(each.savedChars),
    ...[money?.billed, net].map((value) => (value === undefined ? "–" : dollars(value))),
  ];
}

/** A reason in words, for readers who do not know the log. */
function reasonWords(reason: string): string {
  return reason === "late" ? "late: its last request went on before it was read" : reason;
}

const EDITS: readonly TableHead[] = [
  { name: "Conversation", ...WORDS },
  { name: "Turn", ...NUMBER },
  { name: "Tool", ...WORDS },
  { name: "Result", ...WORDS },
  { name: "Chars", ...NUMBER },
  { name: "Sent", ...NUMBER },
];

function edits({ conversations: all }: LiveStatus): string {
  const rows = all.flatMap(({ id, edits: its }) =>
    its.map(({ turn, tool, as, chars, sentChars, sent }) => {
      const text =
        sent === undefined ? "" : `<pre>${sent.split("\n").map(escaped).join("\n")}</pre>`;
      return {
        cells: [
          `<code>${escaped(id)}</code>`,
          number(turn),
          escaped(tool ?? "–"),
          (as === "short" ? "shortened" : "masked") + text,
          number(chars),
          number(sentChars),
        ],
      };
    }),
  );
  if (rows.length === 0) return "";
  const about = { label: "Latest edits", first: "names" } as const;
  return `<h2>Latest edits</h2>\n${tableOf(EDITS, rows, about)}`;
}

function notes({ conversations: all, forecast, forecastCommand }: LiveStatus): string {
  const about =
    forecast !== undefined
      ? `The forecast: ${forecastWords(forecast)}.`
      : forecastCommand !== undefined
        ? `No forecast: ${howToForecast(forecastCommand)}.`
        : "";
  const aboutForecast = about === "" ? "" : `<li>${escaped(about)}</li>\n`;
  if (all.length === 0) return about === "" ? "" : `<ul class="small">\n${aboutForecast}</ul>\n`;
  return `<ul class="small">
${aboutForecast}<li>“Saved of all” is the part of what prompts and replies would have cost left alone, over replies with a usage.</li>
<li>Money is at list prices, for models whose price is known. Billed is by the usage in replies; saved is by a token for every four chars, less the cache that was written again.</li>
</ul>
`;
}
