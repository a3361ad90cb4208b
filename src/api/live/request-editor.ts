import { openArchive } from "../../archive/open-archive.ts";
import { bufferOf } from "../../base/buffer-of.ts";
import { createJob } from "../../engine/edits/create-job.ts";
import { DEFAULT_WITH_CALL } from "../../reduce/placeholders/template.ts";
import { editedRequest } from "./edited-request.ts";
import { RecentRequests } from "./recent-requests.ts";
import type { EditedRequest, RequestEditing } from "./request-editing.ts";
import type { RequestFormat } from "./request-format.ts";
import { editedIfAny } from "./stranger-request.ts";

/** Edits requests to providers. */
export interface RequestEditor {
  /**
   * Shortens the large new tool results of a request, those after the model's last reply, and masks those
   * outside a window at its steps. What was sent before is sent in the same form. All other bytes stay. The
   * body is kept, and must not change.
   *
   * @throws {ElisionError} for a body that is not a request of the format; it has to be sent unchanged.
   */
  edit(body: Uint8Array, format: RequestFormat): EditedRequest;
  /**
   * The same, but faster: of a large unknown request only the parts that may be edited are read. Undefined
   * for one that is sent unchanged; `see` has to read it after it was sent, and also one whose account covers
   * only its newest results.
   */
  editIfAny(body: Uint8Array, format: RequestFormat): EditedRequest | undefined;
  /**
   * The same for a request that was already sent, with only the edits of what had been sent before: no window
   * acts, and new results stay raw.
   *
   * @throws {ElisionError} for a body that is not a request of the format.
   */
  see(body: Uint8Array, format: RequestFormat): EditedRequest;
  /** Takes back the decisions for a request that was sent unchanged: its new results stay raw from now on. */
  keepRaw(edited: Pick<EditedRequest, "conversation" | "decided">): void;
  /** Syncs all originals to disk; they are written before that. */
  sync(): void;
  /** Closes the archive. */
  close(): void;
}

/** An editor that remembers what it sent. */
export function createRequestEditor(editing: RequestEditing): RequestEditor {
  const { memo, archive: dir, firstSight, window } = editing;
  const archive = dir === undefined ? undefined : openArchive(dir, { mode: "write" });
  const recent = new RecentRequests();
  const common = {
    ...(archive !== undefined && { archive }),
    ...(firstSight !== undefined && { firstSight }),
  };
  // As in the program when there is an archive.
  const told = archive !== undefined && { placeholder: DEFAULT_WITH_CALL };
  const shortening = createJob({ ...common, observationMasking: false }, {});
  const masking =
    window === undefined
      ? shortening
      : createJob({ ...common, ...told, window: window.size, every: window.every }, {});
  const live = { masking, shortening, editing, recent };
  return {
    edit: (body, format) => editedRequest(bufferOf(body), format, live),
    editIfAny: (body, format) => editedIfAny(bufferOf(body), format, live),
    see: (body, format) => editedRequest(bufferOf(body), format, { ...live, isSent: true }),
    keepRaw({ conversation, decided }) {
      if (decided.length === 0) return;
      recent.forget(conversation);
      const raw = { as: "raw", stays: true } as const;
      memo.setAll(new Map(decided.map(({ key, before }) => [key, before ?? raw])));
    },
    sync: () => archive?.flush(),
    close: () => archive?.close(),
  };
}
