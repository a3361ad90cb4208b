/** A string that differs between two JSON texts. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

/**
 * The strings in which two texts differ, token by token, and those in strings that are JSON themselves; throws
 * where anything else differs, be it white space.
 */
export function changedStrings(before: string, after: string): Change[] {
  const [old, now] = [tokens(before), tokens(after)];
  if (old.length !== now.length)
    throw new Error(`not the same tokens: ${old.length} before, ${now.length} after`);
  const changes: Change[] = [];
  old.forEach((token, index) => {
    const other = now[index] ?? "";
    if (token === other) return;
    if (!token.startsWith('"') || !other.startsWith('"'))
      throw new Error(`differs outside of strings: ${token} and ${other}`);
    const [was, is] = [JSON.parse(token), JSON.parse(other)];
    if (isDocument(was) && isDocument(is)) changes.push(...changedStrings(was, is));
    else changes.push({ before: was, after: is });
  });
  return changes;
}

/** Whether a string is JSON itself, in which several strings may differ. */
function isDocument(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON text as strings and what stands between them. */
function tokens(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[^"]+/gs) ?? [];
}
