/** The facts from the start of a session, or from its database. */
export interface SessionHead {
  readonly id: string;
  /** The folder that the agent worked in. */
  readonly folder?: string;
  /** The SHA-256 of its path, if the session has that instead. */
  readonly folderHash?: string;
  readonly model?: string;
}
