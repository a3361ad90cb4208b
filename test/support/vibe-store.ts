/** Sessions in the store of Mistral Vibe 3, as `_storage.py` of its harness publishes them. */
import { createHash } from "node:crypto";
import { type Call, STEPS } from "./database-sessions.ts";

/** The files of a store with a long session, by their paths. */
export function vibeStore(id: string): Record<string, string> {
  const generation = "0000000000000007";
  const [chunks, files] = [[] as string[], {} as Record<string, string>];
  const entries = STEPS.flatMap(messagesOf).map((message) => ({ message, source: "history" }));
  for (let at = 0; at < entries.length; at += ENTRIES_IN_CHUNK) {
    const body = JSON.stringify(entries.slice(at, at + ENTRIES_IN_CHUNK));
    const digest = createHash("sha256").update(body).digest("hex");
    chunks.push(digest);
    files[`${id}/chunks/${digest}.json`] = `${body}\n`;
  }
  const journal = "journal/0000000000000008.jsonl";
  const manifest = {
    session_id: id,
    generation,
    checkpoint: { path: "checkpoint.json", chunks },
    recovery_journal_segment: { path: journal, first_sequence: 8 },
  };
  const current = { store_format: "mistral.vibe.unified-session-store/v1", generation };
  return {
    ...files,
    [`${id}/CURRENT`]: JSON.stringify(current),
    [`${id}/generations/${generation}/manifest.json`]: JSON.stringify(manifest),
    [`${id}/generations/${generation}/checkpoint.json`]: '{"context":{"messages":[]}}\n',
    [`${id}/${journal}`]: "",
  };
}

const ENTRIES_IN_CHUNK = 4;

function messagesOf({ user, say, calls }: (typeof STEPS)[number]): readonly object[] {
  const text = (value: string) => ({ type: "text", text: value });
  return [
    ...(user === undefined ? [] : [{ role: "user", content: [text(user)] }]),
    {
      role: "assistant",
      content: [...(say === undefined ? [] : [text(say)]), ...calls.map(callPart)],
    },
    ...calls.flatMap(({ id, output, isError }) =>
      output === undefined
        ? []
        : [
            {
              role: "tool",
              name: "bash",
              outcome: isError ? "failure" : "success",
              tool_call_id: id,
              content: output === "" ? [] : [text(output)],
            },
          ],
    ),
  ];
}

function callPart({ id }: Call): object {
  const value = { command: `look ${id}` };
  const args = { type: "json", raw: JSON.stringify(value), value };
  return { type: "tool_call", id, name: "bash", arguments: args };
}
