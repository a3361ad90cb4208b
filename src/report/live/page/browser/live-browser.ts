/** Keeps the page up to date: fetches it again, and replaces its content. */
const EVERY_MS = 5000;

async function renew(): Promise<void> {
  const main = document.querySelector("main");
  const state = document.getElementById("state");
  // The focus stays on the same element, for users of the keyboard.
  if (main === null || main.contains(document.activeElement)) return;
  try {
    const reply = await fetch(location.href, { cache: "no-store" });
    if (!reply.ok) throw new Error(String(reply.status));
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const next = page.querySelector("main");
    if (next !== null && next.innerHTML !== main.innerHTML) {
      const places = [...main.querySelectorAll(".scroll")].map(({ scrollLeft }) => scrollLeft);
      main.replaceWith(next);
      for (const [at, region] of next.querySelectorAll(".scroll").entries())
        region.scrollLeft = places[at] ?? 0;
    }
    if (state !== null) state.textContent = "";
  } catch {
    if (state !== null)
      state.textContent = "elision serve does not answer: these are its last figures.";
  }
}

setInterval(() => void renew(), EVERY_MS);
