import { tierReached } from "../../../../analyses/compare/billing/at-price.ts";
import type { Price } from "../../../../analyses/compare/billing/price.ts";
import { PRICES } from "../../../../analyses/compare/billing/price-table.ts";
import { number } from "../../../figures.ts";
import type { PageData } from "../page-data.ts";

/** Called with the requested price; undefined for that of the comparison. */
export type OnPrice = (price: Price | undefined) => void;

const RATES = [
  ["input", "Input"],
  ["write", "Cache write"],
  ["read", "Cache read"],
  ["output", "Output"],
] as const;

/** A control for the price: the models of the price table, and a field for each rate. */
export function priceBox({ totals }: PageData, onPrice: OnPrice): HTMLElement {
  const isMixed = Object.keys(totals.prices).length > 1;
  const own = isMixed ? "each session's own model" : `${totals.price.name}, as compared`;
  const model = document.createElement("select");
  model.append(option(OWN, own), ...PRICES.map(({ name }) => option(name, name)));
  model.append(option(TYPED, "the prices typed here"));
  const fields = RATES.map(([, name]) => ({ name, input: rateField() }));
  const note = document.createElement("p");
  note.className = "small";
  note.setAttribute("role", "status");
  const fill = (price: Price | undefined) => {
    for (const [k, [key]] of RATES.entries()) setRate(fields[k]?.input, price?.[key]);
  };
  model.addEventListener("change", () => {
    if (model.value === TYPED) return;
    const listed = PRICES.find(({ name }) => name === model.value);
    fill(listed ?? (isMixed ? undefined : totals.price));
    note.textContent = listed === undefined ? "" : aboutPrice(listed, tierReached(totals, listed));
    onPrice(listed);
  });
  const type = () => {
    model.value = TYPED;
    const price = typedPrice(fields.map(({ input }) => input));
    note.textContent =
      price === undefined
        ? "Type what input, cache writes and cache reads cost: numbers of 0 or more."
        : aboutPrice(price);
    if (price !== undefined) onPrice(price);
  };
  for (const { input } of fields) input.addEventListener("input", type);
  fill(isMixed ? undefined : totals.price);
  const box = document.createElement("fieldset");
  box.className = "control price";
  const legend = document.createElement("legend");
  legend.textContent = "Price, in dollars per million tokens";
  box.append(legend, labelled("Model", model));
  box.append(...fields.map(({ name, input }) => labelled(name, input)), note);
  return box;
}

const OWN = "own";
const TYPED = "typed";

function option(value: string, text: string): HTMLOptionElement {
  return Object.assign(document.createElement("option"), { value, textContent: text });
}

function rateField(): HTMLInputElement {
  const field = document.createElement("input");
  return Object.assign(field, { type: "number", min: "0", step: "any", inputMode: "decimal" });
}

function labelled(name: string, field: HTMLElement): HTMLElement {
  const label = document.createElement("label");
  label.append(name, field);
  return label;
}

function setRate(field: HTMLInputElement | undefined, rate: number | undefined): void {
  if (field !== undefined) field.value = rate === undefined ? "" : String(rate);
}

/** The price in the fields; that of output may be left empty. Undefined if a field has no valid price. */
function typedPrice(fields: readonly HTMLInputElement[]): Price | undefined {
  if (fields.some(({ validity }) => !validity.valid)) return undefined;
  const rates = fields.map(({ value }) => (value === "" ? undefined : Number(value)));
  const [input, write, read, output] = rates;
  if (input === undefined || write === undefined || read === undefined) return undefined;
  return { name: "typed", input, write, read, ...(output !== undefined && { output }) };
}

/** The limits of figures that are billed from sums of tokens. */
function aboutPrice({ name }: Price, above?: number): string {
  const flat =
    above === undefined
      ? "Every session at this price."
      : `Every session at this price, flat: what prompts above ${number(above)} tokens cost more is left out; elision compare --price ${name} has it.`;
  return `${flat} The turn of breaking even, and quartiles of cost, are known only at the price compared with, and left out.`;
}
