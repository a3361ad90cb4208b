import { ALL_FLAGS, COMPACT_FLAGS, environmentName, type Flag } from "./flags.ts";
import { EXAMPLES, EXIT_CODES, SUMMARY } from "./help.ts";

/** The manual page, in roff's man macros, made from the declarations of the options. */
export function manPage(version: string): string {
  const options = ALL_FLAGS.flatMap((flag) => {
    const names = flag.flags.split(", ").map((name) => bold(name));
    const preset = flag.default === undefined ? "" : ` Default: ${flag.default}.`;
    return [".TP", names.join(", "), escaped(`${sentence(flag.description)}${preset}`)];
  });
  const variables = (Object.values(COMPACT_FLAGS) as Flag[])
    .filter(({ environment }) => environment !== false)
    .map((flag) => escaped(environmentName(flag)));
  const lines = [
    `.TH ELISION 1 "" "elision ${version}" "User Commands"`,
    ".SH NAME",
    "elision \\- compact the transcripts AI agents save",
    ".SH SYNOPSIS",
    ".B elision",
    "[\\fIfiles\\fR...] [\\fIoptions\\fR]",
    ".br",
    ".B elision completion",
    "bash|zsh|fish",
    ".SH DESCRIPTION",
    escaped(SUMMARY),
    ".PP",
    "Sizes take k and M (thousands, millions).",
    ".SH OPTIONS",
    ...options,
    ".SH ENVIRONMENT",
    "What is typed wins over these variables:",
    `${variables.join(", ")}.`,
    ".SH EXIT STATUS",
    ...EXIT_CODES.flatMap(([code, meaning]) => [".TP", bold(code), escaped(meaning)]),
    ".SH EXAMPLES",
    ...EXAMPLES.flatMap(([command, meaning]) => [".TP", bold(command), escaped(meaning)]),
  ];
  return `${lines.join("\n")}\n`;
}

function bold(text: string): string {
  return `\\fB${escaped(text)}\\fR`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Text that roff does not take for a request: dashes stay dashes, no line begins with a dot. */
function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("—", "\\(em")
    .replace(/^[.']/gm, "\\&$&");
}
