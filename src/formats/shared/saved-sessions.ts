/** The sessions that programs save in a format: their places, and what their records say about them. */
export interface SavedSessions {
  readonly places: readonly SessionPlace[];
  /**
   * Where a record, or a reply in it, names the session, its working folder and its model. Without `id`, the
   * file's name is that of the session, or else its folder's: see `idAbove`.
   */
  readonly id?: readonly KeyPath[];
  readonly folder?: readonly KeyPath[];
  /** Where it has the SHA-256 of the working folder's path instead. */
  readonly folderHash?: readonly KeyPath[];
  readonly model?: readonly KeyPath[];
  /** Where a record of a subagent's file (`parts` of a place) names its session; or the name of its folder does. */
  readonly partOf?: readonly KeyPath[] | "folder";
  readonly usage?: UsageKeys;
}

/** Keys from the outermost in, separated by dots: `message.usage`. */
export type KeyPath = string;

/** A place where a program saves its sessions. */
export interface SessionPlace {
  /** The program's name as typed: `codex`. */
  readonly agent: string;
  /** The folder with its files; `~` is the home folder. Omitted: only if the variable is set. */
  readonly base?: `~${string}`;
  /** The environment variable for another folder. */
  readonly variable?: string;
  /** The session files below that folder; `*` matches any part of one name. */
  readonly files: string;
  /** Names of matching files that are no separate sessions. */
  readonly except?: string;
  /** How many levels above the file the folder is whose name is the session's, if not the file itself. */
  readonly idAbove?: number;
  /** If a session is a folder, one that `files` names: the files in it that form the session. */
  readonly holds?: string;
  /** Files of subagents below the folder, which belong to a session. */
  readonly parts?: readonly string[];
  /** The file below `base` that lists the folders with `files`, if these are in projects. */
  readonly register?: FolderRegister;
}

/**
 * A JSON file in which a program lists the folders of its projects:
 * `{"projects": [{"path": …, "data_dir": …}]}`.
 */
export interface FolderRegister {
  /** The file, below the base of the place. */
  readonly file: string;
  /** The key of the list. */
  readonly items: string;
  /** The key of an item with the folder, and the key of the folder that it is relative to. */
  readonly folder: string;
  readonly relativeTo: string;
}

/** Where records have a provider's counts. Tokens under several keys are added up. */
export interface UsageKeys {
  /** The records are the items under this key of the document, or of a `$set` note. */
  readonly items?: KeyPath;
  /** The object with the counts. */
  readonly at: KeyPath;
  /** The id of the reply: a later record of the same reply replaces an earlier one. */
  readonly reply?: KeyPath;
  /** Within `at`: tokens of the prompt, tokens read from and written to a cache, tokens of the reply. */
  readonly input: readonly KeyPath[];
  readonly read?: KeyPath;
  readonly write?: KeyPath;
  /** Within `at`: the part of the tokens written that the provider caches for an hour, not five minutes. */
  readonly longWrite?: KeyPath;
  readonly output: readonly KeyPath[];
  /** Whether the tokens of the prompt include those read from a cache. */
  readonly inputHasRead?: true;
  /** Whether the counts are totals of the session so far. */
  readonly isRunningTotal?: true;
  /** Within `at`: the cost of the reply in US dollars, by the program's account. */
  readonly usd?: KeyPath;
}
