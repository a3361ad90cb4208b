import type { ComparedTotals } from "../../../../analyses/compare/compared.ts";
import { answerOf } from "../../answer.ts";

/** Adds a button that copies the command. */
export function copyCommand(): void {
  const command = document.getElementById("command");
  command?.append(" ", copyButton(command.querySelector("code")));
}

/** A slider for the share of later uses that must still be in view. */
export function recallSlider(minRecall: number, onRecall: (minRecall: number) => void) {
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", id: "min-recall", min: "50", max: "99", step: "1" });
  slider.value = String(Math.round(100 * minRecall));
  const label = document.createElement("label");
  label.htmlFor = slider.id;
  const show = () => {
    label.textContent = `At least ${slider.value}% of what later turns use must still be in view`;
  };
  slider.addEventListener("input", () => {
    show();
    onRecall(Number(slider.value) / 100);
  });
  show();
  const control = document.createElement("p");
  control.className = "control";
  control.append(label, slider);
  return control;
}

/** Shows the answer of a comparison; returns the setting that it recommends. */
export function showAnswer(totals: ComparedTotals): string | undefined {
  const { setting, command, lines, use, advice } = answerOf(totals);
  document.getElementById("answer")?.classList.toggle("none", command === undefined);
  const place = document.getElementById("command");
  if (place !== null) place.hidden = command === undefined;
  setText(place?.querySelector("code") ?? null, command ?? "");
  document.getElementById("answer-lines")?.replaceChildren(...lines.map(line));
  setText(document.getElementById("answer-use"), use);
  setText(document.getElementById("advice"), advice);
  return setting;
}

function line(text: string): HTMLElement {
  const made = document.createElement("p");
  made.className = "line";
  made.textContent = text;
  return made;
}

function setText(element: Element | null, text: string): void {
  if (element !== null) element.textContent = text;
}

/** Copies the text of an element; if the browser does not allow that, selects it. */
function copyButton(from: Element | null): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(from?.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      if (from !== null) getSelection()?.selectAllChildren(from);
    }
  });
  return button;
}
