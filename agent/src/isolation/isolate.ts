import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentCommand } from '../agents/agent-spec.ts';
import { findProgram, openedFolder, programBinds, systemBinds } from '../lib/program-binds.ts';
import type { AgentUser } from '../workspace/agent-user.ts';
import type { Folders } from '../workspace/folders.ts';
import { openWays } from './open-ways.ts';
import { settingsBinds } from './system-settings.ts';
import { temporaryFolders } from './temporary-folders.ts';

/** How agents are isolated from the machine. */
export interface Isolation {
  /** Whether they may reach the internet. */
  internet: boolean;
  /** Further folders that they may read: tools installed in somebody's home. */
  folders: readonly string[];
}

/** A command that runs in isolation. */
export interface IsolatedCommand extends AgentCommand {
  /** Closes its ways out. */
  close(): void;
}

const INSIDE = '/run/countersign';
/** Beside the bundled runner, or in the bundle's folder when the runner runs from its sources. */
const relays = ['./relay.js', '../../dist/relay.js'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/**
 * Puts an agent's command into its own namespaces with bubblewrap (Linux): it sees the system's programs, its own
 * program, its workspace, home and scratch space, and only its own processes. Its network is limited to the ways opened
 * for it: one to the model's proxy, and one to the internet, which reaches neither this machine nor private addresses
 * (docs/decisions/016). Throws for a folder of the settings that would open the files of others.
 */
export async function isolate(
  command: AgentCommand,
  {
    folders,
    path,
    modelUrl,
    user,
    log,
  }: { folders: Folders; path: string; modelUrl: string | null; user: AgentUser | null; log: (line: string) => void },
  { internet, folders: opened }: Isolation,
): Promise<IsolatedCommand> {
  const relay = relays.find((path) => existsSync(path));
  if (relay === undefined) throw new Error('The relay is not beside the runner');
  const modelPort = modelUrl === null ? null : Number(new URL(modelUrl).port);
  const temporary = await temporaryFolders(log);
  const ways = await openWays(folders.root, { modelPort, internet, user, log });
  const inside = Object.fromEntries(Object.entries(ways.ports).map(([port, name]) => [port, join(INSIDE, name)]));
  const own = [folders.workspace, folders.home, folders.scratch].flatMap((folder) => ['--bind', folder, folder]);
  const closed = [userInfo().homedir, folders.root, import.meta.dirname];
  const programs = [process.execPath, relay, findProgram(command.file, path), ...command.args];
  const bubblewrap = [
    ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'],
    ...['--die-with-parent', '--proc', '/proc'],
    ...temporary.first,
    ...systemBinds(),
    ...settingsBinds(),
    ...programBinds(programs, { node: process.execPath, closed }),
    ...opened.flatMap((folder) => openedFolder(folder, closed)),
    ...own,
    ...['--ro-bind', folders.settings, folders.settings],
    ...['--ro-bind', ways.folder, INSIDE, '--chdir', folders.workspace],
    ...temporary.last,
    '--',
    // Newer versions of Node say of the way to the internet that it is experimental: above all that the command itself says.
    ...[
      process.execPath,
      '--disable-warning=UNDICI-EHPA',
      relay,
      JSON.stringify(inside),
      command.file,
      ...command.args,
    ],
  ];
  return {
    ...command,
    // A signal to the whole group is meant for the agent: bubblewrap would end at once, and everything inside with it.
    file: '/bin/sh',
    args: ['-c', 'trap "" TERM; exec bwrap "$@"', 'sh', ...bubblewrap],
    env: { ...command.env, ...proxyEnvironment(ways.internetPort, command.env) },
    close: ways.close,
  };
}

/**
 * The variables that npm, pip, git, curl and the like look for, and those of Maven and Gradle, which hold other options of
 * the command's `own`, too: of two that say the same, Java takes the last.
 */
function proxyEnvironment(port: number | null, own: Record<string, string>): Record<string, string> {
  if (port === null) return {};
  const java = ['http', 'https'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=127.0.0.1`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
  const url = `http://127.0.0.1:${port}`;
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
  const direct = { no_proxy: '127.0.0.1,localhost', NO_PROXY: '127.0.0.1,localhost', NODE_USE_ENV_PROXY: '1' };
  const ofJava = ['MAVEN_OPTS', 'GRADLE_OPTS'].map((name) => [name, [own[name] ?? '', ...java].join(' ').trim()]);
  return { ...Object.fromEntries(names.map((name) => [name, url])), ...direct, ...Object.fromEntries(ofJava) };
}
