import { element } from "./element.ts";

const LOOKS = ["auto", "light", "dark"] as const;

/** A button that cycles through the system's theme, light and dark. */
export function lookSwitch(): HTMLElement {
  const root = document.documentElement;
  let at = 0;
  const button = element("button", { type: "button", id: "look" });
  const show = () => {
    const look = LOOKS[at] ?? "auto";
    if (look === "auto") delete root.dataset.look;
    else root.dataset.look = look;
    button.textContent = `Theme: ${look}`;
  };
  button.addEventListener("click", () => {
    at = (at + 1) % LOOKS.length;
    show();
  });
  show();
  return button;
}
