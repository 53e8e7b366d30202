import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { CollectionReference, Query } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { repositories, taskItems, tasks } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { newTask, refusal, useStack, type TestOwner } from '../testing/agents.ts';
import { chainOf } from '../store/queries.ts';
import { logLines, useTestEnvironment } from '../testing/environment.ts';
import { startTestPulls } from '../testing/github-pulls.ts';
import {
  BRANCH,
  COMMIT,
  newPublication,
  publishMore,
  publishRequest,
  type TestPublication,
} from '../testing/publications.ts';

const github = await startTestPulls();
useTestEnvironment({ GITHUB_API_URL: github.url });
const stack = useStack();
afterAll(() => github.stop());

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const PROBLEM = 'The pull request could not be opened: Requires authentication';

let owner: TestOwner;
let made: TestPublication;

beforeEach(async () => {
  Object.assign(github, { next: null, tips: { [BRANCH]: COMMIT } });
  github.pulls.length = 0;
  github.asked.length = 0;
  owner = await stack.newOwner();
  made = await newPublication(stack.newRunner, owner, PROBLEM);
});

const addToken = () =>
  owner.client.call(routes.putRepositoryAuth, { params: { id: made.repositoryId }, body: { githubToken: TOKEN } });
const open = () => owner.client.call(routes.postTaskItemPullRequest, { params: { id: made.itemId } });
const result = () => owner.client.call(routes.getTaskResult, { params: { id: made.taskId } });
const finish = (commit = COMMIT) => {
  const { task, runner } = made;
  const item = { id: newId(), type: 'completion', title: 'The end' } as const;
  const body = { epoch: task.epoch, status: 'completed', item, branch: BRANCH, commit } as const;
  return runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
};
const finishGone = (text: string) => {
  const { task, runner } = made;
  const item = { id: newId(), type: 'completion', title: 'The end' } as const;
  const body = { epoch: task.epoch, status: 'completed' as const, item, gone: [{ commit: COMMIT, text }] };
  return runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
};
const reopen = async () => {
  await owner.client.call(routes.patchTask, { params: { id: made.taskId }, body: { status: 'pending' } });
  made.task = await made.runner.claim();
};
const storedItem = async () => (await taskItems().doc(made.itemId).get()).data();
const forgetOpened = () =>
  taskItems()
    .doc(made.itemId)
    .update({ 'bodies.toolResponse': responseWith(PROBLEM) });
const storedTask = async () => (await tasks().doc(made.taskId).get()).data();

describe('a commit that its branch has lost', () => {
  const GONE = 'The commit 2d3acf90 is no longer on its branch at GitHub. Publishing again was rejected.';

  test('is no longer what the task published, and its result says why, until it is approved and pushed again', async () => {
    await finish();
    expect(await storedTask()).toMatchObject({ branch: BRANCH, commit: COMMIT, gone: [] });
    await reopen();
    await finishGone(GONE);
    expect(await storedTask()).toMatchObject({ branch: null, commit: null, pullRequestUrl: null });
    expect((await result()).publications).toMatchObject([{ commit: COMMIT, gone: GONE }]);
    await reopen();
    await publishMore({ ...made, owner }, PROBLEM);
    expect((await result()).publications, 'before the end tells so').toMatchObject([{ commit: COMMIT, gone: null }]);
    await finish();
    expect(await storedTask()).toMatchObject({ branch: BRANCH, commit: COMMIT, gone: [] });
  });

  test("another repository's commit stays what the task published", async () => {
    const other = 'b'.repeat(40);
    await finish(other);
    await reopen();
    await finishGone(GONE);
    expect(await storedTask()).toMatchObject({ branch: BRANCH, commit: other });
  });
});

describe('a commit that was pushed without a pull request', () => {
  test('says where none can be opened, as its runner has found', async () => {
    expect((await result()).publications).toMatchObject([{ canRetry: true }]);
    const words = 'acme/hello has no branch "main" that a pull request could go to: the pushed branch is the result.';
    const id = await publishMore({ ...made, owner }, words, { commit: 'b'.repeat(40), canRetry: false });
    expect((await result()).publications).toMatchObject([{ problem: words, canRetry: false, pullRequest: null }]);
    await addToken();
    const opening = owner.client.call(routes.postTaskItemPullRequest, { params: { id } });
    const text = `No pull request can be opened for this commit: ${words}`;
    expect(await refusal(opening)).toEqual({ status: 409, code: 'conflict', text });
    expect(github.pulls).toEqual([]);
  });

  test('names no address elsewhere, which a container may have made up', async () => {
    const id = await publishMore({ ...made, owner }, 'https://evil.example/acme/hello/pull/1', {
      commit: 'b'.repeat(40),
    });
    const text = 'The container named an address that is no pull request at GitHub.';
    const { publications } = await result();
    expect(publications).toMatchObject([{ pullRequest: null, problem: text, canRetry: true }]);
    expect(publications).toMatchObject([{ itemId: id }]);
  });

  test('is shown with the reason and what changed, and whether there is a token', async () => {
    await finish();
    expect(await result()).toMatchObject({
      publications: [
        {
          itemId: made.itemId,
          repository: { id: made.repositoryId, owner: 'acme', name: 'hello', hasToken: false },
          branch: BRANCH,
          commit: COMMIT,
          pullRequest: null,
          problem: PROBLEM,
          changed: { files: 1, added: 2, removed: 1 },
        },
      ],
    });
    expect(await refusal(open())).toMatchObject({ status: 409, code: 'conflict' });
    await addToken();
    expect((await result()).publications).toMatchObject([{ repository: { hasToken: true } }]);
  });

  test('gets its pull request under the consent given before: nothing is decided or run again', async () => {
    await finish();
    await addToken();
    const [before, taskBefore] = [await storedItem(), await storedTask()];
    const opened = await open();
    const url = `${github.url}/acme/hello/pull/1`;
    expect(opened).toMatchObject({ pullRequest: { number: 1, url, state: 'open' }, problem: null });
    expect(github.pulls).toMatchObject([{ title: 'In the words of a person', head: { ref: BRANCH, sha: COMMIT } }]);
    const [{ bodies, updatedAt: _, ...after } = {}, { updatedAt: __, ...taskAfter } = {}] = [
      await storedItem(),
      await storedTask(),
    ];
    expect(before).toMatchObject(after);
    expect(bodies).toMatchObject({ fileContent: before?.bodies.fileContent });
    expect(taskAfter).toMatchObject({ status: 'completed', epoch: taskBefore?.epoch, pullRequestUrl: url });
    expect((await result()).publications).toMatchObject([{ pullRequest: { number: 1, url, state: 'open' } }]);
    Object.assign(github.pulls[0] ?? {}, { state: 'closed', merged_at: '2026-11-22T10:00:00Z' });
    expect((await result()).publications).toMatchObject([{ pullRequest: { state: 'merged' } }]);
    const item = await owner.client.call(routes.getTaskItem, { params: { id: made.itemId } });
    expect(item).toMatchObject({ toolResponse: { pullRequest: url }, hash: before?.hash, grant: 'executed' });
    expect(logLines.join() + JSON.stringify([opened, item])).not.toContain(TOKEN);
  });

  test('gets one pull request, even from two calls at once, from a repeated one, and after it was merged', async () => {
    await addToken();
    const [first, second] = await Promise.all([open(), open()]);
    expect(second.pullRequest?.url).toBe(first.pullRequest?.url);
    expect((await open()).pullRequest?.url).toBe(first.pullRequest?.url);
    expect(github.pulls).toHaveLength(1);
  });

  test('gets one pull request, even if the reply was lost, or everything after it', async () => {
    await addToken();
    github.next = 'lose';
    const { pullRequest } = await open();
    // Interrupted before anything was recorded: the stored item is as it was.
    await forgetOpened();
    await tasks().doc(made.taskId).update({ pullRequestUrl: null });
    Object.assign(github.pulls[0] ?? {}, { state: 'closed', merged_at: '2026-11-22T10:00:00Z' });
    expect((await open()).pullRequest).toEqual({ ...pullRequest, state: 'merged' });
    expect(github.pulls).toHaveLength(1);
    expect((await storedTask())?.pullRequestUrl).toBe(pullRequest?.url);
  });

  test('gets a pull request that is not named by its task where that has ended with another commit', async () => {
    await finish('e'.repeat(40));
    await addToken();
    expect(await open()).toMatchObject({ pullRequest: { number: 1 } });
    expect(await storedTask()).toMatchObject({ commit: 'e'.repeat(40), pullRequestUrl: null });
  });

  /** The branch's pull request, with this commit. */
  const pullWith = (fields: { number?: number; body?: string; base?: { ref: string } } = {}) => {
    const number = fields.number ?? 1;
    github.pulls.push({
      ...{ number, html_url: `${github.url}/acme/hello/pull/${number}`, state: 'open', merged_at: null },
      ...{ title: 'First words', body: 'Text', head: { ref: BRANCH, sha: COMMIT }, base: { ref: 'main' } },
      ...fields,
    });
    return `${github.url}/acme/hello/pull/${number}`;
  };
  /** An earlier commit of the branch was published in the first words. */
  const publishedBefore = (pullRequest: string) =>
    publishMore({ ...made, owner }, pullRequest, { commit: 'e'.repeat(40), title: 'First words' });

  test('gets the words that were approved for it, where its branch has an open pull request', async () => {
    await addToken();
    await publishedBefore(PROBLEM);
    const url = pullWith();
    expect(await open()).toMatchObject({ pullRequest: { number: 1, url }, remark: null });
    expect(github.pulls).toMatchObject([{ title: 'In the words of a person', body: 'Text' }]);
  });

  test('is told where somebody has changed the text there, which is left as it is', async () => {
    await addToken();
    pullWith({ body: 'Closes #12' });
    const left = (was: string) => `Pushed; the pull request's text ${was} changed since, and it was left as it is.`;
    expect(await open(), 'with words that nobody knows').toMatchObject({ remark: left('may have been') });
    await publishedBefore(PROBLEM);
    await forgetOpened();
    expect(await open()).toMatchObject({ pullRequest: { number: 1 }, remark: left('was') });
    expect(github.pulls).toMatchObject([{ title: 'First words', body: 'Closes #12' }]);
  });

  test('gets one of its own where its branch has one to another branch, unless that was opened for it', async () => {
    await addToken();
    const other = pullWith({ number: 7, base: { ref: 'release/1.x' } });
    expect(await open()).toMatchObject({ pullRequest: { number: 2 }, remark: null });
    expect(github.pulls[0]).toMatchObject({ title: 'First words' });
    await publishedBefore(other);
    await forgetOpened();
    expect(await open()).toMatchObject({ pullRequest: { number: 7 }, remark: null });
  });

  test('is told where it cannot get them, and has its pull request all the same', async () => {
    await addToken();
    await publishedBefore(PROBLEM);
    const url = pullWith();
    github.next = 'refuse';
    const remark =
      "Pushed; the pull request's text could not be updated: GitHub answered 403: Resource not accessible by personal access token";
    expect(await open()).toMatchObject({ pullRequest: { number: 1, url }, problem: null, remark });
    const item = await owner.client.call(routes.getTaskItem, { params: { id: made.itemId } });
    expect(item.toolResponse).toMatchObject({ remark });
  });

  test("is told GitHub's words where it refuses, and changes nothing", async () => {
    await addToken();
    github.next = 'refuse';
    const before = await storedItem();
    const { status, text } = await refusal(open());
    expect([status, text]).toEqual([409, 'GitHub answered 403: Resource not accessible by personal access token']);
    expect(await storedItem()).toEqual(before);
    expect((await open()).pullRequest?.number).toBe(1);
  });

  test('gets none if the branch no longer ends with the approved commit', async () => {
    await addToken();
    github.tips[BRANCH] = 'f'.repeat(40);
    expect(await refusal(open())).toMatchObject({ status: 409, code: 'conflict' });
    expect(github.pulls).toEqual([]);
  });

  test('gets none through a repository of another project', async () => {
    await addToken();
    const { id: projectId } = await owner.client.call(routes.postProject, { body: { name: 'Other' } });
    await repositories().doc(made.repositoryId).update({ projectId });
    expect(await refusal(open())).toMatchObject({ status: 409, code: 'conflict' });
    expect(github.asked.filter((call) => call.startsWith('POST'))).toEqual([]);
    expect((await result()).publications).toMatchObject([{ repository: null }]);
  });

  test('gets it through a repository of the same name, where its own was deleted and added again', async () => {
    await finish();
    const { client, projectId } = owner;
    await client.call(routes.deleteRepository, { params: { id: made.repositoryId } });
    expect((await result()).publications).toMatchObject([{ repository: null }]);
    const body = { name: 'Hello', owner: 'Acme', url: 'https://github.com/Acme/Hello', projectId };
    const { id } = await client.call(routes.postRepository, { body });
    expect((await result()).publications).toMatchObject([{ repository: { id, hasToken: false } }]);
    const { payload } = await client.call(routes.postTaskItemEvidence, { params: { id: made.itemId } });
    const { subject } = JSON.parse(Buffer.from(payload, 'base64').toString());
    expect(subject, 'the note').toMatchObject([{ name: 'git+https://github.com/Acme/Hello' }]);
    await client.call(routes.putRepositoryAuth, { params: { id }, body: { githubToken: TOKEN } });
    expect(await open()).toMatchObject({ pullRequest: { number: 1 }, repository: { id }, problem: null });
    expect(github.pulls).toMatchObject([{ title: 'In the words of a person', head: { ref: BRANCH, sha: COMMIT } }]);
  });

  test('gets none through a repository of another name, nor where two have its name', async () => {
    await addToken();
    const stored = (await repositories().doc(made.repositoryId).get()).data();
    if (!stored) throw new Error('there is no repository');
    const unlinked = { status: 409, code: 'conflict', text: 'The repository is no longer linked to this project' };
    await repositories().doc(made.repositoryId).delete();
    await repositories()
      .doc('other')
      .set({ ...stored, id: 'other', name: 'hello2' });
    expect(await refusal(open())).toMatchObject(unlinked);
    for (const id of ['one', 'two'].map((each) => `${each}-${owner.projectId}`))
      await repositories()
        .doc(id)
        .set({ ...stored, id });
    expect(await refusal(open())).toMatchObject(unlinked);
    expect(github.pulls).toEqual([]);
  });

  test('gets none if what is stored is not what was approved', async () => {
    await addToken();
    const stored = await storedItem();
    const parameters = stored?.bodies.toolParameters;
    const text = parameters?.text.replace('"main"', '"evil"');
    await taskItems()
      .doc(made.itemId)
      .update({ 'bodies.toolParameters': { ...parameters, text } });
    expect(await refusal(open())).toMatchObject({ status: 409, code: 'conflict' });
    expect(github.pulls).toEqual([]);
  });
});

test.each(['undecided', 'rejected', 'approved'])('a publish request that is %s opens nothing', async (decision) => {
  await addToken();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const item = publishRequest(made.repositoryId);
  await runner.record(task, item);
  const params = { id: item.id };
  if (decision === 'approved') await owner.client.call(routes.approveTaskItem, { params, body: {}, ifMatch: null });
  if (decision === 'rejected')
    await owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No' }, ifMatch: null });
  const attempt = owner.client.call(routes.postTaskItemPullRequest, { params });
  expect(await refusal(attempt)).toMatchObject({ status: 409, code: 'conflict' });
  expect((await owner.client.call(routes.getTaskResult, { params: { id: task.id } })).publications).toEqual([]);
  expect(github.pulls).toEqual([]);
});

test('the time that a task has worked and waited is counted by its statuses', async () => {
  const { runner, task } = made;
  const shift = async (seconds: number) => {
    const since = (await storedTask())?.statusSince;
    if (!since) throw new Error('the time is not counted');
    const earlier = new Date(since.toMillis() - seconds * 1000);
    await tasks().doc(task.id).update({ statusSince: earlier });
  };
  await shift(100); // it works
  await runner.record(task, publishRequest(made.repositoryId));
  await shift(1000); // it waits
  await finish();
  const { workedSeconds, waitedSeconds } = await result();
  expect(workedSeconds).toBeGreaterThanOrEqual(100);
  expect(workedSeconds).toBeLessThan(200);
  expect(waitedSeconds).toBeGreaterThanOrEqual(1000);
  expect(waitedSeconds).toBeLessThan(1100);
});

function responseWith(pullRequest: string) {
  const text = JSON.stringify({ branch: BRANCH, commit: COMMIT, pullRequest });
  return { text, size: text.length, chunks: 0 };
}

test('of many publications the patches are read a few at a time', async () => {
  for (let count = 1; count < 6; count += 1) await publishMore({ owner, ...made }, PROBLEM);
  const get = Reflect.get(Query.prototype, 'get') as () => ReturnType<Query['get']>;
  let [atWork, most, read] = [0, 0, 0];
  const asked = vi.spyOn(Query.prototype, 'get').mockImplementation(async function (this: Query) {
    if (!(this instanceof CollectionReference) || this.id !== 'bodies') return get.call(this);
    atWork += 1;
    most = Math.max(most, atWork);
    const found = await get.call(this);
    atWork -= 1;
    read += 1;
    return found;
  });
  expect((await result()).publications, 'the last of its branch').toHaveLength(1);
  asked.mockRestore();
  expect(read).toBe(6);
  expect(most).toBeLessThanOrEqual(3);
});

test('its owner gets the signed statement for a note that could not be pushed, and nobody else does', async () => {
  const sign = (by: TestOwner, id = made.itemId) => by.client.call(routes.postTaskItemEvidence, { params: { id } });
  const envelope = await sign(owner);
  const { subject, predicate } = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
  expect(subject).toMatchObject([{ digest: { gitCommit: COMMIT } }]);
  expect(predicate).toMatchObject({ task: made.taskId, publish: made.itemId, countersignedBy: 'Ada L.' });
  const signed = (await chainOf(made.taskId).get()).docs.map((event) => event.data()).at(-1);
  expect(signed).toMatchObject({ actor: 'owner', action: 'evidence_signed', subjectId: made.itemId });
  expect(predicate.audit.head).toEqual({ number: signed?.chain?.number, hash: signed?.chain?.hash });
  expect(await refusal(sign(await stack.newOwner()))).toMatchObject({ status: 404 });
  await taskItems().doc(made.itemId).update({ grant: 'released' });
  expect(await refusal(sign(owner)), 'not known to be pushed').toMatchObject({ status: 409, code: 'conflict' });
});
