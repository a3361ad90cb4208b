/** A real agent, as it is run against a provider on this machine. */
export interface Agent {
  /** As the README names it. */
  readonly name: string;
  /** The package and version that it comes in. */
  readonly packages: readonly string[];
  /** Where packages come from; npm unless said otherwise. */
  readonly from?: "pypi";
  /** Run with node in the folder of the packages, once they are installed without scripts. */
  readonly setUp?: string;
  /** Writes what a new home needs, once for each provider. */
  prepare?(world: AgentWorld): void;
  /** The command for a first prompt, or for one in a session that there is. */
  command(world: AgentWorld, prompt: string, session?: string): AgentCommand;
  /** The path of a session below its home. */
  readonly sessions: RegExp;
  /** A session goes on in a file of its own each time that it is resumed: the newest is the session. */
  readonly forks?: true;
  /** Its sessions are read and not written: `save` exports the session, which is resumed as it was. */
  readonly isReadOnly?: true;
  /** Saves the only session of a home to a file in it, where sessions are in a database. */
  save?(world: AgentWorld): void;
  /** Brings that file into the database in place of the session that it was saved from. */
  load?(world: AgentWorld, file: string): void;
  /** A result without what the agent says after it when it sends it, from elsewhere in the session. */
  bare?(result: string): string;
  /** A kind of subagent that may run commands, where it is not `general-purpose`. */
  readonly helper?: string;
  /** How many tokens its model takes, where that is not 200,000: nearer to it, the agent compacts. */
  readonly window?: number;
  /** The id by which a session is resumed, from its file. */
  idOf(file: string): string;
}

export interface AgentWorld {
  readonly home: string;
  /** The address of the provider. */
  readonly url: string;
  /** The folder with `node_modules`, or with the environment `venv` of Python. */
  readonly packages: string;
}

export interface AgentCommand {
  readonly program: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
