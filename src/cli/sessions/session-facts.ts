/** The facts that the start of a session gives, or the database that it is in. */
export interface SessionHead {
  readonly id: string;
  /** The folder that the agent worked in. */
  readonly folder?: string;
  /** The SHA-256 of its path, where the session has that instead. */
  readonly folderHash?: string;
  readonly model?: string;
}
