/** The texts of the blocks in which agents write one result: by program, by block of a server's, torn anywhere. */
export function splitText(text: string, form: number): readonly string[] {
  const half = text.length >> 1;
  const halves = [text.slice(0, half), text.slice(half)];
  const forms: readonly (readonly string[])[] = [
    [text],
    halves,
    [header("completed"), text],
    ["", text],
    [text, ""],
    [header("failed"), `Script error:\n${text}`],
    [header("completed"), text, ended(3)],
    [text, ended(0)],
    [...halves, " \nValueError", "\n"],
    [...text.slice(0, 40)],
    ["Process exited with code 2\n", text],
    [" ", `{"error":${JSON.stringify(text)}}`],
  ];
  return forms[form % forms.length] ?? [text];
}

function header(outcome: string): string {
  return `Script ${outcome}\nWall time 0.1 seconds\nOutput:\n`;
}

/** What a command returns to a program of Codex. */
function ended(code: number): string {
  return JSON.stringify({ chunk_id: "a1", wall_time_seconds: 0.1, exit_code: code, output: "so" });
}
