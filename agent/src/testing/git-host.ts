import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './start-runner.ts';

/** Path → content; a link is the path that it leads to. */
export type TestFiles = Record<string, string | { link: string }>;

export interface TestGitHost {
  /** Points a runner's git and REST client at it. */
  env: Record<string, string>;
  token: string;
  /** Runs git in a repository of the host. */
  git(repository: string, ...args: string[]): string;
  /** The same with standard input. */
  feed(input: string, repository: string, ...args: string[]): string;
  /** Where a repository of the host lies on this machine. */
  fileOf(repository: string): string;
  /** Makes a repository with these files on its default branch. */
  create(repository: string, files: TestFiles): void;
  /** Makes a repository private. */
  hide(repository: string): void;
  pulls(repository: string): Promise<
    Array<{
      number: number;
      title: string;
      body: string;
      html_url: string;
      head: { ref: string };
      base: { ref: string };
    }>
  >;
  /** Changes a pull request's words, or closes it, as people do on its page. */
  changePull(
    repository: string,
    number: number,
    change: { title?: string; body?: string; state?: 'closed' },
  ): Promise<void>;
  /** Opens a branch's pull request to `main`, as people do on its page; resolves with its address. */
  openPull(repository: string, head: string): Promise<string>;
  stop(): void;
}

/** More than a runner fetches: with a complete history, tests would miss what a shallow one breaks. */
const EARLIER_COMMITS = 24;

const token = `ghp_${'A1b2C3d4'.repeat(4)}`;

/** The local git host as `npm start` runs it, on its own port (dev/testing/programs.ts). */
export async function startGitHost(): Promise<TestGitHost> {
  const folder = makeFolder();
  const child = spawn(process.execPath, [join(process.env.COUNTERSIGN_PROGRAMS ?? '', 'git-host.mjs')], {
    env: {
      ...process.env,
      GIT_HOST_PORT: '0',
      GIT_HOST_SEEDS: '0',
      GIT_HOST_FOLDER: folder,
      GIT_HOST_TOKENS: JSON.stringify([token]),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /http:\/\/\S+/.exec(chunk.toString())?.[0];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`The git host ended with ${code}`)));
  });
  const apiUrl = `${address}/api/v3`;
  const bare = (repository: string) => join(folder, `${repository}.git`);
  const feed = (input: string, repository: string, ...args: string[]) =>
    execFileSync('git', ['-C', bare(repository), ...args], { encoding: 'utf8', input, stdio: 'pipe' }).trimEnd();
  const git = (repository: string, ...args: string[]) => feed('', repository, ...args);
  const send = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${apiUrl}/repos/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The pull request could not be changed: ${response.status}`);
    return (await response.json()) as { html_url: string };
  };
  return {
    token,
    env: {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${address}/.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://github.com/',
      GITHUB_API_URL: apiUrl,
    },
    git,
    feed,
    fileOf: bare,
    create(repository, files) {
      mkdirSync(bare(repository), { recursive: true });
      git(repository, 'init', '--quiet', '--bare', '--initial-branch=main');
      git(repository, 'config', 'http.receivepack', 'true');
      const commands = Object.entries(files).map(([path, content]) =>
        typeof content === 'string' ? blob('100644', path, content) : blob('120000', path, content.link),
      );
      const commit = 'commit refs/heads/main\ncommitter T <t@example.com> 1700000000 +0000\ndata 5\nfirst\n';
      const stream = `${commit.repeat(EARLIER_COMMITS)}${commit}${commands.join('')}\ndone\n`;
      feed(stream, repository, 'fast-import', '--quiet', '--done');
    },
    hide: (repository) => writeFileSync(join(folder, `${repository}.json`), '{"private":true,"pulls":[]}'),
    async pulls(repository) {
      const response = await fetch(`${apiUrl}/repos/${repository}/pulls`);
      return (await response.json()) as Awaited<ReturnType<TestGitHost['pulls']>>;
    },
    async changePull(repository, number, change) {
      await send('PATCH', `${repository}/pulls/${number}`, change);
    },
    async openPull(repository, head) {
      const opened = await send('POST', `${repository}/pulls`, { title: 'Opened since', head, base: 'main' });
      return opened.html_url;
    },
    stop: () => void child.kill('SIGTERM'),
  };
}

function blob(mode: string, path: string, content: string): string {
  return `M ${mode} inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
}
