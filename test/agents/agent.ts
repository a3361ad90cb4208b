/** A real agent, as it is run against a provider on this machine. */
export interface Agent {
  /** As the README names it. */
  readonly name: string;
  /** The package and version that it comes in. */
  readonly packages: readonly string[];
  /** Run with node in the folder of the packages, once they are installed without scripts. */
  readonly setUp?: string;
  /** Writes what a new home needs, once for each provider. */
  prepare?(world: AgentWorld): void;
  /** The command for a first prompt, or for one in a session that there is. */
  command(world: AgentWorld, prompt: string, session?: string): AgentCommand;
  /** The path of a session below its home. */
  readonly sessions: RegExp;
  /** The id by which a session is resumed, from the name of its file. */
  idOf(file: string): string;
}

export interface AgentWorld {
  readonly home: string;
  /** The address of the provider. */
  readonly url: string;
  /** The folder with `node_modules`. */
  readonly packages: string;
}

export interface AgentCommand {
  readonly program: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
