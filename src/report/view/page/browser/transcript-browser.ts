import { count } from "./amounts-in-words.ts";
import { element } from "./element.ts";
import { type KeyActions, keyHelp, onKeys } from "./key-help.ts";
import { lookSwitch } from "./look-switch.ts";
import { readManifest } from "./page-store.ts";
import { showSession } from "./session-view.ts";

const manifest = readManifest();
const about = document.getElementById("about");
const session = document.getElementById("session");
if (about !== null && session !== null) start(about, session);

/** Draws the head of the page, and the first transcript. */
function start(head: HTMLElement, main: HTMLElement): void {
  const help = keyHelp();
  const openHelp = () => help.showModal();
  let actions: KeyActions = {};
  const show = (transcript: number) => {
    actions = { ...showSession(main, transcript, manifest), "?": openHelp };
  };
  const { transcripts, leftOut } = manifest;
  const tools = element("div", { class: "head-tools" });
  if (transcripts.length > 1) {
    const options = transcripts.map(({ name }, value) => element("option", { value }, name));
    const chooser = element("select", { id: "transcript" }, ...options);
    chooser.addEventListener("change", () => show(Number(chooser.value)));
    tools.append(element("label", { for: "transcript" }, "Transcript"), chooser);
  }
  tools.append(
    lookSwitch(),
    element("button", { type: "button", id: "help", on: { click: openHelp } }, "Keys ?"),
  );
  head.append(tools);
  if (leftOut > 0)
    head.append(
      element(
        "p",
        { class: "bad" },
        `${count(leftOut, "transcript")} left out: the page would be too large. Name fewer files.`,
      ),
    );
  document.body.append(help);
  onKeys(() => actions);
  show(0);
}
