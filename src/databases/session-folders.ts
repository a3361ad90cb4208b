import {
  isOpencodeStorage,
  OPENCODE_STORAGE_PLACE,
  openOpencodeStorage,
} from "./opencode-storage.ts";
import {
  hasOpenhandsConversations,
  OPENHANDS_CONVERSATIONS_PLACE,
  openOpenhandsConversations,
} from "./openhands-conversations.ts";
import type { OpenDatabase, SessionDatabase } from "./session-database.ts";
import { hasVibeSessions, openVibeStore, VIBE_STORE_PLACE } from "./vibe-store.ts";

/** A folder in which an agent keeps parts of sessions as files; it is read like a database. */
interface FolderStore extends Pick<SessionDatabase, "format" | "places"> {
  /** The name in messages. */
  readonly name: string;
  isFolder(path: string): boolean;
  open(path: string): OpenDatabase;
}

/** Folders in which agents keep sessions, with a file for each part of a session. */
export const SESSION_FOLDERS: readonly FolderStore[] = [
  {
    name: "files of opencode's storage",
    format: "opencode",
    places: [OPENCODE_STORAGE_PLACE],
    isFolder: isOpencodeStorage,
    open: openOpencodeStorage,
  },
  {
    name: "files of OpenHands, one for each event",
    format: "openhands-sdk",
    places: [OPENHANDS_CONVERSATIONS_PLACE],
    isFolder: hasOpenhandsConversations,
    open: openOpenhandsConversations,
  },
  {
    name: "files of Mistral Vibe's store",
    format: "openai-chat",
    places: [VIBE_STORE_PLACE],
    isFolder: hasVibeSessions,
    open: openVibeStore,
  },
];

/** The kind of folder at a path; undefined for any other. */
export function sessionFolder(path: string): FolderStore | undefined {
  return SESSION_FOLDERS.find(({ isFolder }) => isFolder(path));
}

/** Whether a path is a folder in which an agent keeps parts of sessions as files. */
export function isSessionFolder(path: string): boolean {
  return sessionFolder(path) !== undefined;
}
