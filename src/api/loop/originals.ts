/** Keeps the texts of results before they were shortened or masked, by their references of 12 digits. */
export interface OriginalStore {
  put(ref: string, text: string): void;
  get(ref: string): string | undefined;
}

/** A store in memory: it lives as long as its compactor. */
export function memoryOriginals(): OriginalStore {
  const texts = new Map<string, string>();
  return {
    put: (ref, text) => void texts.set(ref, text),
    get: (ref) => texts.get(ref),
  };
}
