/** Where an agent asks its model: the runner's loopback proxy, with a key that is good for this run alone. */
export interface ModelAccess {
  /** Without a trailing slash and without a version such as `/v1`. */
  url: string;
  key: string;
  model: string;
  /** Tokens that it takes in one request, the reply included. */
  contextLength: number;
}

export interface AgentPlace {
  home: string;
  cwd: string;
  /** Null for an agent that needs none. */
  model: ModelAccess | null;
  /** It is to ask before it reads, too, if it can be told to. */
  asksBeforeReading: boolean;
  /** The folder in whose node_modules agents are installed. */
  agentsFolder: string;
  /** The program that the deployment names as its own agent; empty where it names none. */
  customCommand: readonly string[];
}

export interface AgentCommand {
  file: string;
  args: string[];
  /** Complete, but for PATH, HOME and TMPDIR. */
  env: Record<string, string>;
  /** Files put into the agent's home before it starts: path in the home → content. */
  homeFiles?: Record<string, string>;
}

/** How one coding agent is started and kept asking; its settings come from here, never from the repository. */
export interface AgentDefinition {
  /** Ours, and without a model: what it does it was written to do, so it needs no isolation. */
  isBuiltIn?: boolean;
  needsModel: boolean;
  /** Null when the agent is not installed here. */
  command(place: AgentPlace): AgentCommand | null;
  /** Set after new, load and resume: the mode in which edits and commands ask. */
  mode?: string;
  /**
   * It takes settings from its working folder, which nothing switches off: repositories are put into folders below, where it does
   * not look for any.
   */
  repositoriesBelow?: boolean;
  /** Sent with session/new, load and resume. */
  sessionMeta?: Record<string, unknown>;
}

/** An agent with the name that people know it by. */
export interface AgentSpec extends AgentDefinition {
  name: string;
}
