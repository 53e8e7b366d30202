import { type Container, routes, type Task } from '@countersign/contract';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, seed, seededRandom } from '../../dev/testing/sample.ts';
import { approveUntilEnded } from '../support/approve-until-ended.ts';
import { newContainer } from '../support/containers.ts';
import { sweepOften } from '../support/control.ts';
import { filesOnBranch, pullsOf } from '../support/git-host.ts';
import { storeUsage } from '../support/inside.ts';
import { newLinkedProject } from '../support/linked-project.ts';
import { itemsOf } from '../support/task-items.ts';
import { newUser, type TestUser } from '../support/user.ts';
import { disturb, planOf } from './disturb.ts';

// KILL_RUNS sets the number, KILL_SEED replays one that failed.
const runs = Number(process.env.KILL_RUNS ?? (isLong ? 100 : 1));
const firstSeed = Number(process.env.KILL_SEED ?? seed);
const DISTURBANCES = 4;

const REPOSITORY = 'acme/hello-world';
const QUESTION = 'Which colour?';
const STEPS = ['Create one.md', 'Create two.md', 'Create colour.txt', 'Edit README.md', 'Run wc -c one.md'];
const SETUP = { command: 'echo ready > setup.log', title: 'Run the setup command?' };
/** An earlier run has used more than the budget, and less than twice the budget. */
const BUDGET = { amount: 600, used: 1_000, title: 'Go on with another 600 tokens?' };
const PUBLISH = `Publish to ${REPOSITORY}`;
const DESCRIPTION = [
  `Ask "${QUESTION}" for colour.txt.`,
  'Create two.md with "2". Replace `in a minute` with `in no time` in README.md.',
  'At last run `wc -c one.md`.',
].join(' ');

let stopSweeping: () => Promise<void>;
beforeAll(() => {
  stopSweeping = sweepOften();
});
afterAll(() => stopSweeping());

test.each(Array.from({ length: runs }, (_, index) => firstSeed + index))(
  'seed %i: whatever is killed and when, the task ends as it would have, each act with a consent of its own',
  { timeout: 240_000 },
  async (seed) => {
    const plan = planOf(seededRandom(seed), DISTURBANCES);
    const user = await newUser('kills');
    const project = await newLinkedProject(user, `Seed ${seed}`);
    const params = { id: project.id };
    await user.api.call(routes.patchProject, { params, body: { setupCommand: SETUP.command } });
    const budget = { amount: BUDGET.amount, unit: 'tokens' as const };
    const { id } = await user.api.call(routes.postProjectTask, {
      params,
      body: { title: 'Create one.md with "1" and then the rest', description: DESCRIPTION, budget },
    });
    await storeUsage(id, BUDGET.used);
    const container = await newContainer(user, undefined, project.id);
    let hasEnded = false;
    const ending = approveUntilEnded(user, id, 200_000).finally(() => (hasEnded = true));
    const [task, done] = await Promise.all([ending, disturb(user, container, plan, () => hasEnded)]).catch(
      async (error: unknown) => Promise.reject(await withCircumstances(error, user, container)),
    );
    const story = `seed ${seed}: ${JSON.stringify(plan)}, done: ${done.join(', ') || 'nothing'}`;
    expect(task.status, `${story}\n${(await logsOf(user, container)).slice(-4_000)}`).toBe('completed');
    console.log(story);
    await expectOneOfEach(user, task, container, story);
    await expectNoMoreRestarts(user, task, done.filter((what) => what === 'agent').length, story);
    await expectOnePublish(task, story);
  },
);

/** How a run that never ends looks from outside. */
async function withCircumstances(error: unknown, user: TestUser, container: Container): Promise<Error> {
  const params = { id: container.id };
  const { status } = await user.api.call(routes.getContainerLiveStatus, { params });
  const found = await user.api.call(routes.getContainer, { params });
  const log = await logsOf(user, container);
  return new Error(`${String(error)}\n${JSON.stringify({ ...found, live: status })}\n${log}`, { cause: error });
}

/** A step is asked again only if the first consent's result is unknown, and never run more often than consented. */
async function expectOneOfEach(user: TestUser, task: Task, container: Container, story: string): Promise<void> {
  const items = await itemsOf(user, task.id);
  const asked = items.filter((item) => item.needsApproval);
  const logs = await logsOf(user, container);
  const cards = [...STEPS, PUBLISH, QUESTION, SETUP.title, BUDGET.title];
  for (const title of cards) {
    const consents = asked.filter((item) => item.title === title);
    const grants = `${title} was asked with the outcomes ${consents.map(({ grant }) => grant).join(', ')}; ${story}`;
    expect(
      consents.every(({ isApproved }) => isApproved),
      grants,
    ).toBe(true);
    const unknown = consents.filter(({ grant }) => grant === 'released');
    const run = consents.filter(({ grant }) => grant === 'executed');
    // An agent that was killed between the decision and its answer never got it: certainly nothing was run.
    const notRun = consents.filter(({ grant }) => grant === 'not_executed');
    // An answer is data and does nothing: an agent that was killed after getting one may ask for it again.
    if (title !== QUESTION) expect(run.length, grants).toBeLessThanOrEqual(1);
    expect(unknown.length + run.length + notRun.length, grants).toBe(consents.length);
    expect(consents.length, grants).toBeGreaterThan(0);
    const acts = logs.split('\n').filter((line) => line.endsWith(` approved: ${title}`)).length;
    expect(acts, `acts on consents for ${grants}`).toBeLessThanOrEqual(consents.length);
  }
  expect(asked.filter(({ title }) => !cards.includes(title))).toEqual([]);
  const answered = asked.filter(({ answer }) => answer !== null).map(({ title }) => title);
  expect(new Set(answered), `what was answered; ${story}`).toEqual(new Set([QUESTION]));
  expect(task.budget, `what was approved beyond the budget counts once; ${story}`).toMatchObject({
    granted: BUDGET.amount,
  });
  // An approved setup command is run again if what it made was lost; a new session of the agent looks around again.
  const repeated = /^(Message|Setup command|List the working folder .*|The agent was started again)$/;
  const told = items.filter((item) => !item.needsApproval && !repeated.test(item.title));
  const titles = told.map(({ title }) => title);
  expect(titles.sort(), story).toEqual([...new Set(titles)].sort());
  expect(titles, story).toEqual(expect.arrayContaining(['Plan', 'Task completed']));
}

/** The history tells of no more agents that were started again than were killed. */
async function expectNoMoreRestarts(user: TestUser, task: Task, killed: number, story: string): Promise<void> {
  const told = (await itemsOf(user, task.id)).filter(({ title }) => title === 'The agent was started again');
  expect(told.length, story).toBeLessThanOrEqual(killed);
}

/** One commit with what was asked for, in one pull request. */
async function expectOnePublish(task: Task, story: string): Promise<void> {
  const branch = `countersign/${task.id}`;
  const into = join(await mkdtemp(join(tmpdir(), 'kills-')), 'clone');
  const { files, commits } = await filesOnBranch(
    REPOSITORY,
    branch,
    ['one.md', 'two.md', 'colour.txt', 'setup.log', 'README.md'],
    into,
  );
  expect(files.slice(0, 4), story).toEqual(['1\n', '2\n', 'blue\n', 'ready\n']);
  expect(files[4], story).toContain('read in no time.');
  expect(commits, `commits of ${branch}; ${story}`).toEqual([task.commit]);
  const pulls = await pullsOf(REPOSITORY, branch);
  expect(pulls, story).toMatchObject([{ html_url: task.pullRequestUrl, head: { sha: task.commit } }]);
}

async function logsOf(user: TestUser, { id }: Container): Promise<string> {
  return (await user.api.call(routes.getContainerLogs, { params: { id } })).logs;
}
