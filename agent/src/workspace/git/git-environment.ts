import { join } from 'node:path';
import { redirectedProtocols, type GitConfig } from '../../environment/git-redirects.ts';
import type { GitCall, GitCredentials, GitOptions } from './git.ts';

/** The author of commits, as people read it. */
export const AUTHOR = { name: 'Countersign', email: 'agent@countersign.dev' };

/** What no repository and no file of an agent can change: command-scope settings win over every file. */
const fixedConfig: GitConfig = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.autocrlf', 'false'],
  ['core.sshCommand', 'false'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['commit.gpgSign', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['submodule.recurse', 'false'],
  // Bytes per second, and for how many seconds: a host that sends nothing is given up.
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['init.defaultBranch', 'main'],
  ['safe.directory', '*'],
  ['advice.addEmbeddedRepo', 'false'],
  ['advice.detachedHead', 'false'],
];

/** The whole environment of one call of git. */
export function environmentOf(options: GitOptions, call: GitCall): NodeJS.ProcessEnv {
  const protocols = ['https', ...redirectedProtocols(options.redirects), ...(call.localSource ? ['file'] : [])];
  return {
    PATH: options.path,
    HOME: options.runnerHome,
    LC_ALL: 'C.UTF-8',
    GIT_DIR: options.gitDir,
    GIT_WORK_TREE: options.workTree,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocols.join(':'),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_AUTHOR_NAME: AUTHOR.name,
    GIT_AUTHOR_EMAIL: AUTHOR.email,
    GIT_COMMITTER_NAME: AUTHOR.name,
    GIT_COMMITTER_EMAIL: AUTHOR.email,
    ...configVariables([...fixedConfig, ...options.redirects, ...originOf(options)]),
    ...credentialVariables(options, call.credentials ?? null),
    ...call.env,
  };
}

/** Not written into the repository: that would be one more program to start. */
function originOf({ origin }: GitOptions): GitConfig {
  return origin === undefined ? [] : [['remote.origin.url', origin]];
}

function configVariables(settings: GitConfig): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  settings.forEach(([name, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = name;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return variables;
}

function credentialVariables(options: GitOptions, given: GitCredentials | null): Record<string, string> {
  if (given === null) return { GIT_ASKPASS: 'false' };
  return {
    GIT_ASKPASS: join(options.runnerHome, 'askpass'),
    GIT_GIVEN_USER: given.username,
    GIT_GIVEN_PASSWORD: given.token,
  };
}
