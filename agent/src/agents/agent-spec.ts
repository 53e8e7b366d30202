/** How an agent reaches its model: the runner's loopback proxy, with a key that is valid for this run alone. */
export interface ModelAccess {
  /** Without a trailing slash and without a version such as `/v1`. */
  url: string;
  key: string;
  model: string;
  /** Tokens that the model takes in one request, including the reply. */
  contextLength: number;
}

export interface AgentPlace {
  home: string;
  /** A folder of the runner's that the agent can read and, under a user of its own or isolated, cannot change. */
  settings: string;
  cwd: string;
  /** Null for an agent that needs none. */
  model: ModelAccess | null;
  /** Whether it should ask before reading too, if it can be told to. */
  asksBeforeReading: boolean;
  /** The folder in whose node_modules agents are installed. */
  agentsFolder: string;
  /** The deployment's own agent program; empty where it names none. */
  customCommand: readonly string[];
}

export interface AgentCommand {
  file: string;
  args: string[];
  /** The agent's own program where that is a Bun as well, which has SQLite: Node has it only from 22.13 on. */
  bun?: string;
  /** Complete, but for PATH, HOME and TMPDIR. */
  env: Record<string, string>;
  /** Files put into the agent's home before it starts: path in the home → content. */
  homeFiles?: Record<string, string>;
  /** Files put into the settings folder before it starts: path in there → content. */
  settingsFiles?: Record<string, string>;
}

/** How one coding agent is started and made to ask; its settings come from here, never from the repository. */
export interface AgentDefinition {
  /** Ours, and without a model: it does only what it was written to do, so it needs no isolation. */
  isBuiltIn?: boolean;
  needsModel: boolean;
  /** Null when the agent is not installed here. */
  command(place: AgentPlace): AgentCommand | null;
  /** Set after new, load and resume: the mode in which edits and commands ask. */
  mode?: string;
  /**
   * It reads settings from its working folder and nothing turns that off, so repositories are put into folders below,
   * where it does not look.
   */
  repositoriesBelow?: boolean;
  /**
   * If the first reply to a prompt comes to nothing, the agent drops the prompt from its conversation too, so the prompt
   * has to be sent again.
   */
  takesPromptBack?: boolean;
  /** It stands still instead of asking about a change where the name of the file has a line break. */
  hangsOnLineBreaks?: boolean;
  /**
   * Where it looks for settings, plugins and programs in its home. A command may have written there, so all of it is
   * removed before each start: path in the home → names in there that are kept while a session goes on.
   */
  settingsInHome?: Readonly<Record<string, readonly string[]>>;
  /**
   * Takes settings out of what is kept, and readies it for the next start: path in the home → a program for Node, and for
   * the agent's own Bun, that runs there. If it fails, nothing there is kept.
   */
  cleanKept?: Readonly<Record<string, string>>;
  /** First lines of errors that it writes although nothing is wrong: they are not logged. */
  emptyErrors?: readonly string[];
  /** Sent with session/new, load and resume. */
  sessionMeta?: Record<string, unknown>;
}

/** An agent with the name that people know it by. */
export interface AgentSpec extends AgentDefinition {
  name: string;
}
