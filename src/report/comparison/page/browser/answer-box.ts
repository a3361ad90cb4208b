import type { PageData } from "../page-data.ts";

/** Called with the share that was asked for, and the setting that then is recommended. */
export type OnAnswer = (minRecall: number, setting: string | undefined) => void;

/** Adds a button to copy the command, and a control for the recall that a reader needs. */
export function liveAnswer({ answers, minRecall }: PageData, onAnswer: OnAnswer): void {
  const box = document.getElementById("answer");
  const command = document.getElementById("command");
  if (box === null || command === null) return;
  command.append(" ", copyButton(command.querySelector("code")));
  if (answers.length === 0) return;
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", id: "min-recall", min: "50", max: "99", step: "1" });
  slider.value = String(Math.round(100 * minRecall));
  const label = document.createElement("label");
  label.htmlFor = slider.id;
  const show = () => {
    const percent = Number(slider.value);
    const answer = answers.findLast(({ from }) => from <= percent);
    label.textContent = `At least ${percent}% of what later turns use must still be in view`;
    if (answer === undefined) return;
    box.classList.toggle("none", answer.command === undefined);
    command.hidden = answer.command === undefined;
    setText(command.querySelector("code"), answer.command ?? "");
    document.getElementById("answer-lines")?.replaceChildren(...answer.lines.map(line));
    setText(document.getElementById("answer-use"), answer.use);
    setText(document.getElementById("advice"), answer.advice);
    for (const row of document.querySelectorAll<HTMLElement>("tr[data-name]"))
      markRow(row, row.dataset.name === answer.setting);
    onAnswer(percent / 100, answer.setting);
  };
  slider.addEventListener("input", show);
  const control = document.createElement("p");
  control.className = "control";
  control.append(label, slider);
  box.append(control);
  label.textContent = `At least ${slider.value}% of what later turns use must still be in view`;
}

function line(text: string): HTMLElement {
  const made = document.createElement("p");
  made.className = "line";
  made.textContent = text;
  return made;
}

/** Marks a row of the table as the recommended one, which is shown whatever the table leaves out. */
function markRow(row: HTMLElement, isRecommended: boolean): void {
  row.classList.toggle("recommended", isRecommended);
  const { name = "" } = row.dataset;
  setText(row.querySelector("th"), isRecommended ? `${name} ◀` : name);
}

function setText(element: Element | null, text: string): void {
  if (element !== null) element.textContent = text;
}

/** Copies what an element says; where the browser does not allow that, it is selected. */
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
