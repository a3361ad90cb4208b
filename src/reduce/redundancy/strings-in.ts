/** The decoded strings in the arguments of a call. */
export function stringsIn(args: string): string {
  const strings: string[] = [];
  try {
    JSON.parse(args, (_, value) => {
      if (typeof value === "string") strings.push(value);
    });
  } catch {
    return args;
  }
  return strings.join("\n");
}
