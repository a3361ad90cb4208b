import { expect, it } from "vitest";
import { showsError } from "../../src/transcript/model/error-signs.ts";

const shows = (text: string) => showsError(text, text, () => text);

it.each([
  "ls: cannot access 'beds': No such file or directory",
  "first line\ncat: notes.md: Permission denied",
  "nope: command not found\nlast line",
  "curl: (7) port 80: Connection refused",
  "Connection timed out",
])("%j shows an error", (text) => {
  expect(shows(text)).toBe(true);
});

it.each([
  "the handbook: what Permission denied means, and when",
  "command not found is what a shell says",
  "retry after Connection refused twice",
])("%j only speaks of one", (text) => {
  expect(shows(text)).toBe(false);
});
