import { getText, NONE } from "../../json/tree/tree.ts";
import { isCutOff } from "../arrange/cut-chain.ts";
import { contentUuid } from "../shared/content-id.ts";
import type {
  CondenseContext,
  CondensedMessage,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";

/**
 * A compaction as Claude Code writes it: a `compact_boundary` line without a parent, and a user line with the
 * summary, whose parent it is; that line is the parent of the first message that stays. Resuming reads up to
 * the boundary. `preTokens` is a quarter of the chars.
 */
export const claudeCodeDropping: NativeDropping = {
  keeps: "newest",
  condense,
  isReadBack: isCutOff,
};

function condense(context: CondenseContext): NativeCondensation {
  const { summary, last, first, encode, beforeChars } = context;
  const common = commonMembers(first ?? last, encode);
  const lastId = getText(last.tree, last.node, "uuid") ?? "";
  const boundary = contentUuid("boundary", lastId, summary ?? "");
  const insert = [
    `{"parentUuid":null,"logicalParentUuid":${encode(lastId)},${common},"type":"system","subtype":"compact_boundary","content":"Conversation compacted","isMeta":false,"level":"info","compactMetadata":{"trigger":"manual","preTokens":${Math.ceil(beforeChars / 4)}},"uuid":"${boundary}"}`,
  ];
  if (summary === undefined) return { insert, at: "newest", set: { parentUuid: `"${boundary}"` } };
  const uuid = contentUuid("summary", lastId, summary);
  insert.push(
    `{"parentUuid":"${boundary}",${common},"type":"user","message":{"role":"user","content":${encode(summary)}},"isVisibleInTranscriptOnly":true,"isCompactSummary":true,"uuid":"${uuid}"}`,
  );
  return { insert, at: "newest", set: { parentUuid: `"${uuid}"` } };
}

/** The members that every line of a session has, copied from a neighbour. */
function commonMembers({ tree, node }: CondensedMessage, encode: (text: string) => string): string {
  const members = ['"isSidechain":false'];
  for (const key of ["userType", "cwd", "sessionId", "version", "gitBranch", "timestamp"]) {
    const value = tree.get(node, key);
    if (value !== NONE && tree.isString(value))
      members.push(`"${key}":${encode(tree.text(value))}`);
  }
  return members.join(",");
}
