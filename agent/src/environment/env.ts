import { LONG_WAIT_SECONDS } from '@countersign/contract';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import { gitRedirectsOf, type GitConfig } from './git-redirects.ts';

/** The settings of an execution. */
export interface RunnerEnvironment {
  agentApiUrl: string;
  startCode: string;
  containerId: string;
  executionEpoch: string;
  githubApiUrl: string;
  /** Where the app is served, for links back to a task. */
  appUrl: string | null;
  /** Holds the workspaces, the agents' homes and the runner's git directories. */
  workRoot: string;
  /** The unprivileged user that agents run as. */
  agentUser: string | null;
  /** True in the image: without that user the runner does not start. */
  requireAgentUser: boolean;
  /** Where that user can write beside its tasks' folders; its files there are removed between tasks. Only in the image. */
  sharedFolders: string[];
  /** Where agents from npm are installed. */
  agentsFolder: string;
  /** A program that speaks the Agent Client Protocol, with its arguments; empty for none. */
  customCommand: string[];
  /** How agents are isolated from the machine; null where the container does that. */
  isolation: { internet: boolean; folders: string[] } | null;
  /** Overrides the server's setting: how long this container waits when there is nothing to wait for but a decision. */
  freeWaitSeconds: number | null;
  /** Overrides the server's settings for a silent agent: how long until that is reported, and until it is ended. */
  silentSeconds: number | null;
  silentLimitSeconds: number | null;
  /** How long anything else may take before that is reported. */
  longWaitSeconds: number;
  /** How long git may take to look at the files. */
  gitLimitSeconds: number;
  /** The longest wait before a model is asked again whose provider has failed within a reply. */
  providerWaitSeconds: number;
  /** Whether agents that can be told to must ask before they read; null: as the server says. */
  asksBeforeReading: boolean | null;
  /** What all files of a task may take: workspace, home, scratch space, git's files, and those in shared folders. */
  workspaceLimitBytes: number;
  checkpointLimitBytes: number;
  /** How much one run of an agent may write to the runner. */
  outputLimitBytes: number;
  /** `url.<base>.insteadOf` settings that send GitHub addresses to a git host nearby (locally only). */
  gitRedirects: GitConfig;
  /** Where programs are looked for, also the agent's. */
  path: string;
}

const MIB = 1024 * 1024;
const PATH_DEFAULT = '/usr/local/bin:/usr/bin:/bin';
const required = z.string().check(z.minLength(1));
const optional = z.optional(z.string());

const schema = z.object({
  AGENT_API_URL: required,
  START_CODE: required,
  CONTAINER_ID: required,
  EXECUTION_EPOCH: z._default(z.string(), '0'),
  GITHUB_API_URL: z._default(z.string(), 'https://api.github.com'),
  APP_URL: optional,
  WORK_ROOT: optional,
  AGENT_USER: optional,
  AGENT_USER_REQUIRED: optional,
  SHARED_FOLDERS: z._default(z.string(), ''),
  AGENTS_FOLDER: z._default(z.string(), '/opt/agents'),
  CUSTOM_AGENT: optional,
  AGENT_ISOLATION: z.optional(z.enum(['', 'bubblewrap'])),
  AGENT_INTERNET: z._default(z.enum(['on', 'off']), 'on'),
  AGENT_FOLDERS: z._default(z.string(), ''),
  FREE_WAIT_SECONDS: z.optional(z.coerce.number()),
  SILENT_SECONDS: z.optional(z.coerce.number()),
  SILENT_LIMIT_SECONDS: z.optional(z.coerce.number()),
  ASK_BEFORE_READING: z.optional(z.enum(['on', 'off'])),
  LONG_WAIT_SECONDS: z._default(z.coerce.number(), LONG_WAIT_SECONDS),
  GIT_LIMIT_SECONDS: z._default(z.coerce.number(), 120),
  PROVIDER_WAIT_SECONDS: z._default(z.coerce.number(), 30),
  // On Cloud Run the server says half of the container's memory, which is its disk, too.
  WORKSPACE_LIMIT_MIB: z._default(z.coerce.number(), 2048),
  CHECKPOINT_LIMIT_MIB: z._default(z.coerce.number(), 256),
  OUTPUT_LIMIT_MIB: z._default(z.coerce.number(), 1024),
  PATH: z._default(z.string(), PATH_DEFAULT),
});

/** Reads the environment of an execution. Throws with the names of what is missing or wrong. */
export function readEnvironment(source: NodeJS.ProcessEnv): RunnerEnvironment {
  const parsed = z.safeParse(schema, source);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(`Missing or invalid in the environment: ${names}`);
  }
  const given = parsed.data;
  return {
    agentApiUrl: given.AGENT_API_URL.replace(/\/+$/, ''),
    startCode: given.START_CODE,
    containerId: given.CONTAINER_ID,
    executionEpoch: given.EXECUTION_EPOCH,
    githubApiUrl: given.GITHUB_API_URL,
    appUrl: given.APP_URL ?? null,
    workRoot: given.WORK_ROOT || join(tmpdir(), 'countersign'),
    agentUser: given.AGENT_USER || null,
    requireAgentUser: given.AGENT_USER_REQUIRED === '1',
    sharedFolders: given.SHARED_FOLDERS.split(delimiter).filter(Boolean),
    agentsFolder: given.AGENTS_FOLDER,
    customCommand: given.CUSTOM_AGENT ? z.parse(z.array(z.string()), JSON.parse(given.CUSTOM_AGENT)) : [],
    isolation:
      given.AGENT_ISOLATION === 'bubblewrap'
        ? { internet: given.AGENT_INTERNET === 'on', folders: given.AGENT_FOLDERS.split(delimiter).filter(Boolean) }
        : null,
    freeWaitSeconds: given.FREE_WAIT_SECONDS ?? null,
    silentSeconds: given.SILENT_SECONDS ?? null,
    silentLimitSeconds: given.SILENT_LIMIT_SECONDS ?? null,
    asksBeforeReading: given.ASK_BEFORE_READING === undefined ? null : given.ASK_BEFORE_READING === 'on',
    longWaitSeconds: given.LONG_WAIT_SECONDS,
    gitLimitSeconds: given.GIT_LIMIT_SECONDS,
    providerWaitSeconds: given.PROVIDER_WAIT_SECONDS,
    workspaceLimitBytes: given.WORKSPACE_LIMIT_MIB * MIB,
    checkpointLimitBytes: given.CHECKPOINT_LIMIT_MIB * MIB,
    outputLimitBytes: given.OUTPUT_LIMIT_MIB * MIB,
    gitRedirects: gitRedirectsOf(source),
    path: withoutRelative(given.PATH) || PATH_DEFAULT,
  };
}

/**
 * A person's PATH may name `.` or `node_modules/.bin`. From a workspace, an agent's file would then be what a rule of the
 * owner's takes for `npm` or `git`.
 */
const withoutRelative = (path: string) => path.split(delimiter).filter(isAbsolute).join(delimiter);
