/** Whether a word names sessions rather than a file. */
export function isSessionName(word: string): boolean {
  return word.startsWith("@");
}
