/** The sessions that programs save in a format: where they are, and what their records tell of them. */
export interface SavedSessions {
  readonly places: readonly SessionPlace[];
  /**
   * Where a record, or a reply in it, names the session, its working folder and its model. Without `id`, the
   * file is named for the session, or else its folder: see `idAbove`.
   */
  readonly id?: readonly KeyPath[];
  readonly folder?: readonly KeyPath[];
  /** Where it has the SHA-256 of the path of the working folder instead. */
  readonly folderHash?: readonly KeyPath[];
  readonly model?: readonly KeyPath[];
  /** Where a record of a subagent's file (`parts` of a place) names the session that it belongs to. */
  readonly partOf?: readonly KeyPath[];
  readonly usage?: UsageKeys;
}

/** Keys from the outermost in, with dots between them: `message.usage`. */
export type KeyPath = string;

/** A place where a program saves its sessions. */
export interface SessionPlace {
  /** The program, as people type it: `codex`. */
  readonly agent: string;
  /** The folder that holds its files; `~` is the home folder. None: only where the variable is set. */
  readonly base?: `~${string}`;
  /** The environment variable that names another folder instead. */
  readonly variable?: string;
  /** The session files below that folder; `*` is any part of one name. */
  readonly files: string;
  /** Files among these that are no sessions of their own, by their names. */
  readonly except?: string;
  /** How many folders above the file the one is that is named for the session, where not its own. */
  readonly idAbove?: number;
  /** Where a session is a folder, one that `files` names: the files in it that make it up. */
  readonly holds?: string;
  /** Files of subagents below the folder, which belong to a session. */
  readonly parts?: readonly string[];
  /** The file below `base` that lists the folders which `files` are in, where these are in projects. */
  readonly register?: FolderRegister;
}

/** A JSON file in which a program keeps the folders of its projects: `{"projects": [{"path": …, "data_dir": …}]}`. */
export interface FolderRegister {
  /** The file, below the base of the place. */
  readonly file: string;
  /** Where it has the list. */
  readonly items: string;
  /** The key of an item that has the folder, and the key of the one that this is relative to. */
  readonly folder: string;
  readonly relativeTo: string;
}

/** Where records have what a provider counted. Tokens under several keys are added up. */
export interface UsageKeys {
  /** The records are the items under this key of the document, or of what they say to set. */
  readonly items?: KeyPath;
  /** The object with the counts. */
  readonly at: KeyPath;
  /** The id of the reply: a later record of the same one takes the place of the earlier. */
  readonly reply?: KeyPath;
  /** Within `at`: tokens of the prompt, of what was read from and written to a cache, of the reply. */
  readonly input: readonly KeyPath[];
  readonly read?: KeyPath;
  readonly write?: KeyPath;
  /** Within `at`: the part of what was written that the provider keeps for an hour, not five minutes. */
  readonly longWrite?: KeyPath;
  readonly output: readonly KeyPath[];
  /** Whether the tokens of the prompt include those that were read from a cache. */
  readonly inputHasRead?: true;
  /** Whether the counts are those of the session so far. */
  readonly isRunningTotal?: true;
  /** Within `at`: what the program says that the reply cost, in US dollars. */
  readonly usd?: KeyPath;
}
