import { createHash } from 'node:crypto';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPlainName } from '../../lib/file-names.ts';
import { messageOf } from '../../lib/failures.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import type { Checkout } from './checkout.ts';
import type { Folders } from '../folders.ts';
import { createGit, type Git, type GitCredentials, type GitOptions } from './git.ts';
import { firstLineOf } from './git-refusal.ts';
import { wayTo } from '../way-to.ts';
import { checkSize } from '../workspace-limit.ts';

/** Another repository within a checkout, and whether it could be fetched. */
export interface Submodule {
  /** Where it lies in the checkout. */
  path: string;
  commit: string;
  /** Why its files are missing; null if they are there. */
  problem: string | null;
  /** Where submodules of its own lie in the checkout; they are not fetched. */
  inner: readonly string[];
  /** Which of its files differ from its commit, by their paths in it; absent where it was not fetched. Throws ProgramFailed. */
  changed?: () => Promise<string[]>;
}

/** Where a commit of another repository belongs. */
export type Pointer = Pick<Submodule, 'path' | 'commit'>;

export interface SubmodulesPlan {
  folders: Folders;
  isolation?: GitOptions['isolation'];
  redirects: GitOptions['redirects'];
  path: string;
  /** With what a repository may be fetched, and what is to be said where that is refused. */
  accessTo: (url: string) => Promise<{ credentials: GitCredentials | null; remark: string | null }>;
  /** What all files of a task may take. */
  limitBytes: number;
  signal: AbortSignal;
}

/** The most that are fetched: a repository may name as many as it likes. */
const MOST = 50;

/** The submodules of a commit or tree; `env` may name where its objects are. */
export async function pointersOf(git: Git, tree: string, env: Record<string, string> = {}): Promise<Pointer[]> {
  return pointersIn(await git(['ls-tree', '-r', '-z', tree], { env, asNames: true }));
}

/**
 * Fetches submodules, each at its commit, from the host of the checkout's repository, without submodules of their own. One that cannot be fetched leaves its folder empty, with the reason. Throws what the signal is
 * aborted with.
 */
export async function fetchSubmodules(
  checkout: Checkout,
  pointers: readonly Pointer[],
  plan: SubmodulesPlan,
): Promise<Submodule[]> {
  if (checkout.repository === null || pointers.length === 0) return [];
  const urls = await urlsOf(checkout);
  const submodules: Submodule[] = [];
  for (const [index, { path, commit }] of pointers.entries()) {
    const source = sourceOf(urls.get(path), checkout.repository.cloneUrl);
    const fetched =
      index >= MOST
        ? { problem: `only the first ${MOST} submodules are fetched` }
        : !isPlainName(path)
          ? { problem: 'its path is not UTF-8' }
          : 'problem' in source
            ? source
            : // Where names of either case are one, a link of the repository can take a folder's place.
              (await wayTo(checkout.folder, dirname(path))) === 'barred'
              ? { problem: 'a link or file lies on its way' }
              : await fetchOne(join(checkout.folder, path), commit, source.url, plan);
    const inner = 'inner' in fetched ? fetched.inner.map((one) => join(path, one)) : [];
    const made = 'problem' in fetched ? { problem: fetched.problem } : { problem: null, changed: fetched.changed };
    submodules.push({ path, commit, inner, ...made });
  }
  return submodules;
}

type Fetched = Required<Pick<Submodule, 'inner' | 'changed'>> | { problem: string };

/** The submodules that it has itself, and what is changed in it later, or why it could not be fetched. */
async function fetchOne(folder: string, commit: string, url: string, plan: SubmodulesPlan): Promise<Fetched> {
  const { folders, isolation, redirects, path, signal } = plan;
  const { workspace, runner: runnerHome } = folders;
  const gitDir = join(folders.runner, 'submodule.git');
  const options = { workTree: folder, workspace, isolation, runnerHome, redirects, path };
  const git = createGit({ ...options, gitDir });
  const kept = join(folders.runner, 'submodules', createHash('sha256').update(folder).digest('hex'));
  let remark: string | null = null;
  try {
    await rm(kept, { recursive: true, force: true });
    await rm(gitDir, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await git(['init', '--quiet']);
    const access = await plan.accessTo(url);
    const { credentials } = access;
    remark = access.remark;
    await git(['fetch', '--quiet', '--no-tags', '--depth', '1', url, commit], { credentials, signal });
    remark = null;
    await git(['checkout', '--quiet', '--force', '--detach', commit]);
    await checkSize(folders, plan.limitBytes);
    const inner = (await pointersOf(git, commit)).map((one) => one.path);
    // With a `.git` of its own, the outer git knows that these files belong to another repository, and the agent sees
    // which commit it is.
    await git(['config', '--unset-all', 'core.worktree']).catch(() => undefined);
    await keepIndex(gitDir, kept);
    await rename(gitDir, join(folder, '.git'));
    return { inner, changed: () => changedBeside(createGit({ ...options, gitDir: kept })) };
  } catch (error) {
    signal.throwIfAborted();
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const problem = error instanceof ProgramFailed ? firstLineOf(error) : messageOf(error);
    return { problem: remark === null ? problem : `${problem} (${remark})` };
  }
}

/**
 * Keeps what was checked out, without its objects, where no agent can reach it: what an agent makes of a `.git` could run
 * programs, or say that nothing has changed.
 */
async function keepIndex(gitDir: string, kept: string): Promise<void> {
  for (const folder of ['objects', 'refs']) await mkdir(join(kept, folder), { recursive: true });
  for (const file of ['HEAD', 'config', 'index']) await copyFile(join(gitDir, file), join(kept, file));
}

async function changedBeside(git: Git): Promise<string[]> {
  const listed = await git(['ls-files', '-z', '--modified', '--others', '--exclude-standard'], { asNames: true });
  return [...new Set(listed.split('\0').filter(Boolean))];
}

/** Path → address, as the repository says. */
async function urlsOf({ git, baseCommit }: Checkout): Promise<Map<string, string>> {
  // As the base says: an agent that changed it could have other repositories fetched with the token.
  const listed = await git(['config', '--blob', `${baseCommit}:.gitmodules`, '--list', '-z']).catch(() => '');
  const settings = new Map<string, string>();
  for (const entry of listed.split('\0')) {
    const end = entry.indexOf('\n');
    if (end > 0) settings.set(entry.slice(0, end), entry.slice(end + 1));
  }
  const urls = new Map<string, string>();
  for (const [key, path] of settings) {
    const url = key.endsWith('.path') ? settings.get(key.replace(/path$/, 'url')) : undefined;
    if (url !== undefined) urls.set(path, url);
  }
  return urls;
}

/** From where a submodule may be fetched: only from its repository's own host, as a token may go along. */
function sourceOf(said: string | undefined, cloneUrl: string): { url: string } | { problem: string } {
  if (said === undefined) return { problem: 'the repository does not say where it is' };
  const from = new URL(cloneUrl);
  // `git@host:owner/name.git` is the same repository over SSH, for which there is no key.
  const [, host, path] = /^(?:ssh:\/\/)?git@([^/:]+)[:/](.+)$/.exec(said) ?? [];
  const address = host === undefined ? said : `https://${host}/${path}`;
  const isRelative = /^\.\.?\//.test(address);
  if (!isRelative && !URL.canParse(address)) return { problem: 'its address cannot be read' };
  const url = new URL(address, `${cloneUrl}/`);
  if (url.host !== from.host || url.protocol !== from.protocol)
    return { problem: `it is on another host (${url.host})` };
  if (url.username !== '' || url.password !== '') return { problem: 'its address holds a password' };
  return { url: url.href };
}

function pointersIn(listed: string): Pointer[] {
  return listed.split('\0').flatMap((entry) => {
    const [, commit = '', path = ''] = /^160000 commit ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? [];
    return path === '' ? [] : [{ path, commit }];
  });
}
