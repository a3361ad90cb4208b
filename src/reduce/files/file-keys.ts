import type { Transcript } from "../../transcript/model/transcript.ts";
import { argumentsOf } from "../pipeline/call-of.ts";
import { commandIn } from "./command-identity.ts";
import { normalPath } from "./paths.ts";
import { inFolder } from "./shell-reads.ts";
import type { Folder } from "./shells.ts";

/**
 * Keys for the files of a transcript: equal for the same path in the same folder. A shell that may have changed
 * its folder since counts as another folder.
 */
export function fileKeys(
  transcript: Transcript,
): (path: string, from: { folder: Folder | undefined; call: number }) => string {
  let moves: Uint32Array | undefined;
  return (path, { folder, call }) => {
    const key = normalPath(inFolder(folder?.path, path));
    if (folder?.mayMove !== true || key.startsWith("/")) return key;
    moves ??= movesBefore(transcript);
    return `${moves[call]} ${key}`;
  };
}

/** For each part, how many calls before it may have changed a shell's folder. */
function movesBefore(transcript: Transcript): Uint32Array {
  const { parts } = transcript;
  const moves = new Uint32Array(parts.length);
  let count = 0;
  for (const part of parts) {
    moves[part.index] = count;
    if (part.kind === "call" && mayMove(part.name, argumentsOf(transcript, part))) count++;
  }
  return moves;
}

/** The command of a call in a reply's text is not known. */
function mayMove(name: string, args: string): boolean {
  const command = commandIn(args);
  return command === undefined ? name === "" : MOVES.test(command);
}

const MOVES = /\b(?:cd|chdir|pushd|popd|source)\b|(?:^|[;&|\n])\s*\. /;
