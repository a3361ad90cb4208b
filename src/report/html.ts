import { createHash } from "node:crypto";
import { visible } from "../base/visible.ts";

/** Text escaped for HTML, in an element or a quoted attribute; control characters become `\xNN`. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A value as JSON that is safe in a script element: no text in it ends the element or begins a comment. */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/**
 * A table with a head row; the first cell of each row is its header, which stays in view if it is a plain name.
 * Cells are HTML.
 */
export function tableOf(
  heads: readonly TableHead[],
  rows: readonly TableRow[],
  { label, first }: { readonly label: string; readonly first: "names" | "places" },
): string {
  const cell = (html: string, k: number) => {
    return k === 0 ? `<th scope="row">${html}</th>` : `<td${classOf(heads[k])}>${html}</td>`;
  };
  const head = heads.map(
    (each, k) => `<th scope="col"${k === 0 ? "" : classOf(each)}>${escaped(each.name)}</th>`,
  );
  const body = rows.map((row) => `<tr${attributesOf(row)}>${row.cells.map(cell).join("")}</tr>\n`);
  // A table wider than the page scrolls in its own box, with the keyboard too.
  return (
    `<div class="scroll ${first}" role="region" tabindex="0" aria-label="${escaped(label)}">\n<table>\n` +
    `<thead><tr>${head.join("")}</tr></thead>\n<tbody>\n${body.join("")}</tbody>\n</table>\n</div>\n`
  );
}

function attributesOf({ isRecommended, isMore, name, within, isHidden }: TableRow): string {
  return [
    isRecommended ? ' class="recommended"' : isMore ? ' class="more"' : "",
    name === undefined ? "" : ` data-name="${escaped(name)}"`,
    within === undefined ? "" : ` data-within="${escaped(within.join(" "))}"`,
    isHidden ? " hidden" : "",
  ].join("");
}

function classOf(head: TableHead | undefined): string {
  const names = [
    head?.isLeft ? "left" : "",
    head?.room ?? "",
    head?.isOfOnePrice ? "own-price" : "",
  ].filter((name) => name !== "");
  return names.length === 0 ? "" : ` class="${names.join(" ")}"`;
}

/** The head of a column. */
export interface TableHead {
  readonly name: string;
  readonly isLeft: boolean;
  /** When it is shown: only on a wide page, or only on request. Default: always. */
  readonly room?: "wide" | "more";
  /** Hidden for another price, for which its figures are not known. */
  readonly isOfOnePrice?: boolean;
}

/** A row: HTML for each column. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly isRecommended?: boolean;
  /** Shown only on request. */
  readonly isMore?: boolean;
  /** The key by which scripts find it. */
  readonly name?: string;
  /** The settings that it is listed for. */
  readonly within?: readonly string[];
  readonly isHidden?: boolean;
}

/**
 * The security policy of a page that stands alone: nothing is loaded, and no other script or style runs.
 * For the `content` of a meta element.
 */
export function securityPolicy({
  script,
  style,
}: {
  readonly script: string;
  readonly style: string;
}): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
