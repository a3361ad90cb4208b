import { aboutMisses } from "../about-misses.ts";
import type { MissedBy } from "../page-data.ts";

/** Adds a menu to choose the setting whose misses are listed. Returns a function that selects a setting. */
export function missChoice(missed: MissedBy | undefined): (setting: string | undefined) => void {
  const about = document.getElementById("misses-about");
  if (missed === undefined || about === null) return () => {};
  const choice = document.createElement("select");
  for (const [name, count] of Object.entries(missed.counts))
    if (count > 0 || name === missed.setting)
      choice.append(Object.assign(document.createElement("option"), { value: name, text: name }));
  const show = (setting: string) => {
    let shown = 0;
    for (const row of document.querySelectorAll<HTMLElement>("#misses tbody tr")) {
      row.hidden = !(row.dataset.within ?? "").split(" ").includes(setting);
      if (!row.hidden) shown++;
    }
    about.textContent = aboutMisses({ setting, count: missed.counts[setting] ?? 0, shown });
  };
  choice.addEventListener("change", () => show(choice.value));
  choice.value = missed.setting;
  const label = document.createElement("label");
  label.append("Hidden by ", choice);
  const control = document.createElement("p");
  control.className = "control";
  control.append(label);
  about.before(control);
  return (setting) => {
    if (setting === undefined || missed.counts[setting] === undefined) return;
    if (![...choice.options].some(({ value }) => value === setting))
      choice.append(
        Object.assign(document.createElement("option"), { value: setting, text: setting }),
      );
    choice.value = setting;
    show(setting);
  };
}
