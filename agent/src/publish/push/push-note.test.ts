import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGitHost, type TestGitHost } from '../../testing/git-host.ts';
import { makeFolder, removeTestFolders } from '../../testing/start-runner.ts';
import { createGit, prepareGitHome, type Git } from '../../workspace/git/git.ts';
import { pushNote } from './push-note.ts';

const REF = 'refs/notes/countersign';
const signal = new AbortController().signal;
let host: TestGitHost;

beforeAll(async () => {
  host = await startGitHost();
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

/** A runner's git on a clone with a commit of its own, pushed as a note's commit is. */
async function clone(repository: string, name: string): Promise<{ git: Git; push: Parameters<typeof pushNote>[3] }> {
  const runnerHome = makeFolder();
  await prepareGitHome(runnerHome);
  const workTree = join(runnerHome, 'files');
  mkdirSync(workTree);
  const git = createGit({
    gitDir: join(runnerHome, 'it.git'),
    workTree,
    runnerHome,
    redirects: [[host.env.GIT_CONFIG_KEY_0 ?? '', host.env.GIT_CONFIG_VALUE_0 ?? '']],
    path: process.env.PATH ?? '',
    origin: `https://github.com/${repository}.git`,
  });
  const credentials = { username: 'x-access-token', token: host.token };
  await git(['init', '--quiet']);
  await git(['fetch', '--quiet', '--depth', '20', 'origin', 'main'], { credentials });
  await git(['checkout', '--quiet', '-B', name, 'FETCH_HEAD']);
  await git(['commit', '--quiet', '--allow-empty', `--message=${name}`]);
  await git(['push', '--quiet', 'origin', `HEAD:refs/heads/${name}`], { credentials });
  return { git, push: { commit: await git(['rev-parse', 'HEAD']), credentials, signal } };
}

const noteOf = (repository: string, commit: string) => host.git(repository, 'notes', `--ref=${REF}`, 'show', commit);

it('adds to what others have pushed, and replaces its own', async () => {
  host.create('acme/one', { 'a.txt': 'a' });
  const [first, second] = [await clone('acme/one', 'first'), await clone('acme/one', 'second')];
  await pushNote(first, REF, '{"of":"first"}', first.push);
  await pushNote(second, REF, '{"of":"second"}', second.push);
  await pushNote(first, REF, '{"of":"first, again"}', first.push);
  expect(noteOf('acme/one', first.push.commit)).toBe('{"of":"first, again"}');
  expect(noteOf('acme/one', second.push.commit)).toBe('{"of":"second"}');
  expect(host.git('acme/one', 'notes', `--ref=${REF}`, 'list').split('\n')).toHaveLength(2);
});

it('tries again if somebody was faster, and loses neither note', async () => {
  host.create('acme/race', { 'a.txt': 'a' });
  const [slow, fast] = [await clone('acme/race', 'slow'), await clone('acme/race', 'fast')];
  let races = 2;
  const overtaken: Git = async (args, call) => {
    if (args[0] === 'push' && races > 0) {
      races -= 1;
      await pushNote(fast, REF, `{"races left":${races}}`, fast.push);
    }
    return slow.git(args, call);
  };
  await pushNote({ git: overtaken }, REF, '{"of":"slow"}', slow.push);
  expect(races).toBe(0);
  expect(noteOf('acme/race', slow.push.commit)).toBe('{"of":"slow"}');
  expect(noteOf('acme/race', fast.push.commit)).toBe('{"races left":0}');
});

it('fails if the remote refuses it, and tries no more often than that', async () => {
  host.create('acme/closed', { 'a.txt': 'a' });
  const { git, push } = await clone('acme/closed', 'refused');
  host.git('acme/closed', 'config', 'receive.hideRefs', 'refs/notes');
  let pushes = 0;
  const counted: Git = (args, call) => {
    if (args[0] === 'push') pushes += 1;
    return git(args, call);
  };
  await expect(pushNote({ git: counted }, REF, '{}', push)).rejects.toThrow(/refs\/notes\/countersign/);
  expect(pushes).toBe(1);
});

it('takes no branch whose name ends like that of the notes for them', async () => {
  host.create('acme/alike', { 'a.txt': 'a' });
  const { git, push } = await clone('acme/alike', 'work');
  host.git('acme/alike', 'update-ref', `refs/heads/a/${REF}`, push.commit);
  await pushNote({ git }, REF, '{"of":"work"}', push);
  expect(noteOf('acme/alike', push.commit)).toBe('{"of":"work"}');
});
