import type { PageManifest, PagePart } from "../page-index.ts";
import { count } from "./amounts-in-words.ts";
import { decisionFor } from "./decisions.ts";
import { element } from "./element.ts";
import { argumentsText, longText } from "./long-text.ts";
import type { PageStore } from "./page-store.ts";
import type { SessionRow } from "./session-rows.ts";

/** The state of the page that bodies depend on. */
export interface BodyState {
  readonly store: PageStore;
  readonly reasons: PageManifest["reasons"];
  /** The place of the window that is shown. */
  readonly place: number;
}

/** The body of a row: its parts in order, each call with its result. */
export function bodyOf(row: SessionRow, state: BodyState): HTMLElement {
  const { parts } = state.store.index;
  const own = new Set(row.parts);
  const shown = new Set<number>();
  const body = element("div", { class: "body" });
  for (const number of row.parts) {
    const part = parts[number];
    if (part === undefined || shown.has(number)) continue;
    shown.add(number);
    body.append(partBox(number, part, state));
    const { mate } = part;
    const answer = mate === undefined ? undefined : parts[mate];
    if (part.kind !== "call" || mate === undefined || answer === undefined) continue;
    if (own.has(mate)) {
      shown.add(mate);
      body.append(partBox(mate, answer, state));
    }
  }
  return body;
}

/** The box of one part, as it is under the window that is shown. */
export function partBox(number: number, part: PagePart, state: BodyState): HTMLElement {
  const box = element("section", { class: `part ${part.kind}`, "data-part": number });
  box.append(...contentOf(part, state));
  return box;
}

function contentOf(part: PagePart, state: BodyState): readonly (Node | string)[] {
  const { store } = state;
  switch (part.kind) {
    case "text":
      return [longText(store.text(part.text), { isProse: true })];
    case "reasoning":
      return [reasoningBox(part, state)];
    case "call":
      return callBox(part, state);
    case "observation":
      return resultBox(part, state);
    case "image":
      return [label("Image", `${count(part.bytes ?? 0, "byte")} in the file, not shown`)];
    default:
      return part.kind satisfies never;
  }
}

function reasoningBox(part: PagePart, { store }: BodyState): Node {
  if (part.text === undefined) return label("Reasoning", "not readable");
  return unfolding(`Reasoning, ${sizeOf(part)}`, () =>
    longText(store.text(part.text), { isProse: true }),
  );
}

function callBox(part: PagePart, state: BodyState): readonly Node[] {
  const text = argumentsText(state.store.text(part.text));
  const head = label(part.tool ?? "call", "", part.mate === undefined ? "no result" : undefined);
  const edit = decisionFor(part, state.place);
  if (edit?.is === "edited") return [head, ...insteadOf(part, edit, state, () => longText(text))];
  return text === "" || text === "{}" ? [head] : [head, longText(text)];
}

function resultBox(part: PagePart, state: BodyState): readonly Node[] {
  const { store, reasons, place } = state;
  const decision = decisionFor(part, place);
  const name = part.isError ? "Error" : "Result";
  const about = `${sizeOf(part)} · line ${count(part.line)}`;
  if (part.isMasked) {
    const head = label(name, about, "masked in the file");
    const { original } = part;
    const rest =
      original === undefined
        ? element(
            "p",
            { class: "why" },
            "The archive that was read does not have its original: name another with --archive.",
          )
        : unfolding("Original, from the archive", () => longText(store.text(original)));
    return [head, element("pre", { class: "placeholder" }, store.text(part.text)), rest];
  }
  if (decision !== undefined && decision.is !== "kept")
    return [
      label(name, about, "masked"),
      ...insteadOf(part, decision, state, () => longText(store.text(part.text))),
    ];
  const why = decision === undefined ? undefined : `kept: ${reasons[decision.by] ?? decision.by}`;
  const text =
    part.text === undefined
      ? element("p", { class: "why" }, "empty")
      : longText(store.text(part.text));
  return [label(name, about, why), text];
}

/** The text that replaces a part, the reason, and the original, folded. */
function insteadOf(
  part: PagePart,
  { text, by, size }: NonNullable<ReturnType<typeof decisionFor>>,
  { store, reasons }: BodyState,
  original: () => HTMLElement,
): readonly Node[] {
  const saved = part.chars - (size?.chars ?? 0);
  const why = `Because ${reasons[by] ?? by}; saves ${count(saved, "char")}.`;
  return [
    element("pre", { class: "placeholder" }, store.text(text)),
    element("p", { class: "why" }, why),
    unfolding(`Original, ${sizeOf(part)}`, original),
  ];
}

/** The header of a part: its name in bold, details, and a mark. */
function label(name: string, about: string, mark?: string): HTMLElement {
  const head = element("p", { class: "label" }, element("strong", {}, name));
  if (about !== "") head.append(` ${about}`);
  if (mark !== undefined) head.append(" ", element("span", { class: "mark" }, mark));
  return head;
}

function unfolding(title: string, content: () => HTMLElement): HTMLElement {
  const box = element("details", { class: "inner" }, element("summary", {}, title));
  box.addEventListener("toggle", () => {
    if (box.open && box.childElementCount === 1) box.append(content());
  });
  return box;
}

function sizeOf({ chars }: PagePart): string {
  return count(chars, "char");
}
