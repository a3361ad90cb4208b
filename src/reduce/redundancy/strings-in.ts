/** The texts in the arguments of a call, as they were before they became JSON. */
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
