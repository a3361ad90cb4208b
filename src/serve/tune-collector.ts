import { setFlagsFromString } from "node:v8";

/**
 * Flags of V8. The bytes of bodies are outside its heap, which is small: by its own measure a few of them would call for
 * a collection of all that is there, while one of what is new, which is ten times as short, lets go of them too.
 */
const FLAGS = [
  // The heap may grow to five times what was left of it.
  "--heap-growing-percent=400",
  // Megabytes of the space for what is new, in threads that start from now on; one is full after every request.
  "--min-semi-space-size=4",
];

/** Has V8 collect garbage seldom, as a process needs that must not stand still. */
export function tuneCollector(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
