import { createPublicKey, verify } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, UNNAMED_OWNER, type EvidenceEnvelope } from '@countersign/contract';
import type { ClaimedTask } from '@countersign/contract/agent';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AgentApi } from '../server/api.ts';
import { startTestApi, type TestApi } from '../testing/agent-api.ts';
import { evidenceKey } from '../testing/agent-evidence.ts';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { removeTestFolders, startRunner, type StartedRunner } from '../testing/start-runner.ts';
import { pushEvidence } from './push/push-evidence.ts';

const REF = 'refs/notes/countersign';
let host: TestGitHost;
let api: TestApi;
let runner: StartedRunner | null = null;

beforeAll(async () => {
  host = await startGitHost();
});
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(async () => {
  runner?.process.kill('SIGKILL');
  await runner?.exited;
  await api.close();
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

/** A task on its own repository whose steps are approved up to the question whether to publish. */
async function askToPublish(name: string): Promise<{ task: StoredTask; publish: StoredItem; repository: string }> {
  const repository = `acme/${name}`;
  host.create(repository, { 'README.md': '# App\n' });
  api.state.tokens.set(name, host.token);
  const cloneUrl = `https://github.com/${repository}.git`;
  const linked = { id: name, owner: 'acme', name, cloneUrl, isPrivate: false, hasToken: true };
  const task = api.state.addTask({ title: 'Create a.md with "a"', repositories: [linked] });
  runner = startRunner(api.url, host.env);
  for (;;) {
    const item = await api.state.until(() => api.state.undecided(task.id)[0], 'a request');
    if (item.toolName === 'publish') return { task, publish: item, repository };
    api.state.decide(item.id, true);
  }
}

const ended = (task: StoredTask) =>
  api.state.until(() => task.status === 'completed' || task.status === 'failed', 'the end of the task');
const responseTo = ({ id }: StoredItem) => api.state.items.get(id)?.toolResponse as { commit: string; note: unknown };

function noteOn(repository: string, commit: string): { isSigned: boolean; statement: unknown } {
  const text = host.git(repository, 'notes', `--ref=${REF}`, 'show', commit);
  const { payloadType, payload, signatures } = JSON.parse(text) as EvidenceEnvelope;
  const bytes = Buffer.from(payload, 'base64');
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `), bytes]);
  const sig = Buffer.from(signatures[0]?.sig ?? '', 'base64');
  return {
    isSigned: verify(null, signed, createPublicKey(evidenceKey), sig),
    statement: JSON.parse(bytes.toString()) as unknown,
  };
}

it('puts the trailers into the approved commit, and the signed note beside it once it is approved', async () => {
  api.state.evidence.countersignedBy = 'Ada L. <ada@example.com>';
  const { task, publish, repository } = await askToPublish('noted');
  expect(publish.toolParameters).toMatchObject({
    evidence: { countersignedBy: 'Ada L. <ada@example.com>', note: REF },
  });
  expect(() => host.git(repository, 'rev-parse', REF), 'nothing before the approval').toThrow();
  api.state.decide(publish.id, true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const { commit, note } = responseTo(publish);
  expect(note).toEqual({ ref: REF, problem: null });
  const trailers = host.git(repository, 'log', '-1', '--format=%(trailers:only,unfold)', commit).trim();
  expect(trailers).toBe(`Task: ${task.id}\nCountersigned-by: Ada L. <ada@example.com>\nCountersign-Task: ${task.id}`);
  expect(noteOn(repository, commit)).toMatchObject({
    isSigned: true,
    statement: { subject: [{ digest: { gitCommit: commit } }], predicate: { task: task.id, publish: publish.id } },
  });
});

it.each([
  ['another name', { countersignedBy: 'Ada L.', note: REF }, REF],
  ['a name, and no key any more', { countersignedBy: 'Ada L.', note: null }, REF],
  ['a key', { countersignedBy: UNNAMED_OWNER, note: REF }, null],
])(
  'keeps an approval, and what was promised with it, if there is %s when it is carried out',
  async (what, now, ref) => {
    api.state.evidence = { countersignedBy: UNNAMED_OWNER, note: ref };
    const { task, publish, repository } = await askToPublish(what.replaceAll(/\W+/g, '-'));
    api.state.directive = 'pause';
    api.state.changed();
    await runner?.exited;
    api.state.directive = 'run';
    api.state.evidence = now;
    api.state.decide(publish.id, true);
    runner = startRunner(api.url, host.env);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const asked = api.state.itemsOf(task.id).filter(({ toolName }) => toolName === 'publish');
    expect(asked).toMatchObject([{ id: publish.id, releases: 1, toolParameters: { evidence: { note: ref } } }]);
    const { commit, note } = responseTo(publish);
    const trailer = host.git(repository, 'log', '-1', '--format=%(trailers:key=Countersigned-by,valueonly)', commit);
    expect(trailer.trim()).toBe(UNNAMED_OWNER);
    const gone = 'The signed note could not be pushed: this deployment no longer has a signing key';
    const problem = now.note === null ? gone : null;
    expect(note).toEqual(ref && { ref, problem });
    if (ref === null || problem !== null) return;
    expect(noteOn(repository, commit)).toMatchObject({
      isSigned: true,
      statement: { predicate: { countersignedBy: UNNAMED_OWNER } },
    });
  },
);

it('publishes even if the note cannot be pushed, and says why', async () => {
  const { task, publish, repository } = await askToPublish('refused');
  host.git(repository, 'config', 'receive.hideRefs', 'refs/notes');
  api.state.decide(publish.id, true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const { commit, note } = responseTo(publish);
  expect(host.git(repository, 'rev-parse', `countersign/${task.id}`)).toBe(commit);
  expect(note).toMatchObject({ ref: REF, problem: expect.stringMatching(/^The signed note could not be pushed: /) });
  expect(task.finish?.pullRequestUrl).toMatch(/\/pull\/1$/);
});

it('does not wait for ever for a server that does not sign', async () => {
  const call = (_route: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const task = { id: 't', epoch: 1 } as ClaimedTask;
  const git = () => Promise.reject(new Error('nothing is pushed'));
  const lines: string[] = [];
  const waits = { during: () => Promise.reject(new Error('nothing is pushed')) };
  const link = { task, api: { call } as unknown as AgentApi, log: (line: string) => void lines.push(line), waits };
  const push = { commit: 'c'.repeat(40), credentials: null, signal: new AbortController().signal };
  const note = await pushEvidence({ ...link, checkout: { git }, itemId: 'item', ref: REF, push, signMs: 20 });
  expect(note).toEqual({ ref: REF, problem: lines[0] });
  expect(note?.problem).toMatch(/^The signed note could not be pushed: .*timeout/);
});

it('says why the server does not sign in the words of its reply, such as of a repository that was unlinked since', async () => {
  const reply = { message: 'Repository not found', code: 'not_found', requestId: 'r' };
  const call = () => Promise.reject(new ApiError(404, JSON.stringify(reply), reply));
  const task = { id: 't', epoch: 1 } as ClaimedTask;
  const checkout = { git: () => Promise.reject(new Error('nothing is pushed')) };
  const waits = { during: () => Promise.reject(new Error('nothing is pushed')) };
  const link = { task, api: { call } as unknown as AgentApi, log: () => undefined, waits };
  const push = { commit: 'c'.repeat(40), credentials: null, signal: new AbortController().signal };
  const note = await pushEvidence({ ...link, checkout, itemId: 'item', ref: REF, push });
  expect(note).toEqual({ ref: REF, problem: 'The signed note could not be pushed: Repository not found' });
});

it('promises and pushes no note if the deployment has no key', async () => {
  api.state.evidence.note = null;
  const { task, publish, repository } = await askToPublish('keyless');
  expect(publish.toolParameters).toMatchObject({ evidence: { note: null } });
  api.state.decide(publish.id, true);
  await ended(task);
  expect(responseTo(publish).note).toBeNull();
  expect(() => host.git(repository, 'rev-parse', REF)).toThrow();
  const said = 'no signed note: this deployment has no signing key';
  await api.state.until(() => api.state.logs.join('').includes(said), 'the line in the log');
});

it('leaves one note if a runner is killed while it pushes it', async () => {
  const { task, publish, repository } = await askToPublish('killed');
  const bare = host.git(repository, 'rev-parse', '--absolute-git-dir');
  const [arrived, blocked] = [join(bare, 'arrived'), join(bare, 'blocked')];
  writeFileSync(blocked, '');
  const hook = `#!/bin/sh\nif grep -q notes; then touch '${arrived}'; while [ -e '${blocked}' ]; do sleep 0.1; done; fi\n`;
  writeFileSync(join(bare, 'hooks/post-receive'), hook, { mode: 0o755 });
  api.state.decide(publish.id, true);
  await vi.waitFor(() => expect(existsSync(arrived)).toBe(true), { timeout: 60_000, interval: 50 });
  runner?.process.kill('SIGKILL');
  await runner?.exited;
  rmSync(blocked);
  expect(publish.toolResponse, 'nothing is known of what became of it').toBeUndefined();
  runner = startRunner(api.url, host.env);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  const { commit, note } = responseTo(publish);
  expect(note).toEqual({ ref: REF, problem: null });
  const notes = host.git(repository, 'notes', `--ref=${REF}`, 'list').split('\n');
  expect(notes.map((line) => line.split(' ')[1])).toEqual([commit]);
  expect(noteOn(repository, commit).isSigned).toBe(true);
});
