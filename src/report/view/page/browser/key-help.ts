import { element } from "./element.ts";

const KEYS = [
  ["j / k", "next or previous row"],
  ["Enter", "fold or unfold the row"],
  ["/", "search; Enter goes on, Esc leaves"],
  ["n / N", "next or previous match"],
  ["[ / ]", "smaller or larger window"],
  ["g / G", "first or last row"],
  ["?", "this list"],
] as const;

/** The list of keys, which `?` opens. */
export function keyHelp(): HTMLDialogElement {
  const rows = KEYS.map(([key, meaning]) =>
    element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, meaning)),
  );
  const dialog = element("dialog", { id: "keys", "aria-label": "Keys" });
  const close = element("button", { type: "button", on: { click: () => dialog.close() } }, "Close");
  dialog.append(element("h2", {}, "Keys"), element("dl", {}, ...rows), close);
  return dialog;
}

/** The functions behind the keys. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Calls the action of a key, unless the user types into a field. */
export function onKeys(actions: () => KeyActions): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const isTyping = target instanceof HTMLInputElement && target.type === "search";
    if (isTyping) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (target instanceof HTMLSelectElement || document.querySelector("dialog[open]") !== null)
      return;
    const action = actions()[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
