/** Makes the headers of all tables sort them, and adds a button that shows the rows left out at first. */
export function liveTables(): void {
  document.documentElement.classList.add("live");
  for (const table of document.querySelectorAll("table")) {
    for (const [column, head] of [...table.querySelectorAll("thead th")].entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      button.addEventListener("click", () => sort(table, head, column));
      head.replaceChildren(button);
    }
    if (table.querySelector(".more") !== null) table.parentElement?.after(moreButton(table));
  }
}

/** Sorts by a column: descending first, since one mostly looks for the largest, then ascending. */
function sort(table: HTMLTableElement, head: Element, column: number): void {
  const isDown = head.getAttribute("aria-sort") !== "descending";
  for (const each of table.querySelectorAll("[aria-sort]")) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const body = table.tBodies[0];
  if (body === undefined) return;
  const keyed = [...body.rows].map((row) => ({ row, key: keyOf(row.cells[column]) }));
  keyed.sort((a, b) => (isDown ? compare(b.key, a.key) : compare(a.key, b.key)));
  body.append(...keyed.map(({ row }) => row));
}

type SortKey = number | string | undefined;

function keyOf(cell: Element | undefined): SortKey {
  const bar = cell?.querySelector("[aria-label]")?.getAttribute("aria-label");
  const text = (bar ?? cell?.textContent ?? "").trim();
  if (text === "" || text === "–") return undefined;
  const number = /^\$?(-?[\d,]*\.?\d+)/.exec(text)?.[1];
  return number === undefined ? text : Number(number.replaceAll(",", ""));
}

/** A cell without a figure is less than every other. */
function compare(a: SortKey, b: SortKey): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b));
}

function moreButton(table: HTMLTableElement): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "show-all";
  const show = (isAll: boolean) => {
    table.classList.toggle("all", isAll);
    button.setAttribute("aria-pressed", String(isAll));
    button.textContent = isAll ? "Show the main settings" : "Show all settings and figures";
  };
  button.addEventListener("click", () => show(!table.classList.contains("all")));
  show(false);
  return button;
}
