import { execFileSync } from 'node:child_process';
import { isElicitation } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/agent-api.ts';
import type { StoredTask } from '../testing/agent-state.ts';
import { startGitHost, type TestGitHost } from '../testing/git-host.ts';
import { isLong, seed, seededRandom } from '../../../dev/testing/sample.ts';
import { removeTestFolders, startRunner, type StartedRunner } from '../testing/start-runner.ts';

// e2e/resilience kills the whole stack; here the server can be inspected. KILL_SEED replays a failure.
const runs = Number(process.env.KILL_RUNS ?? (isLong ? 100 : 1));
const firstSeed = Number(process.env.KILL_SEED ?? seed);
const KILLS = 3;
/** Every kill may come before the next question, and on a busy machine each start takes a while. */
const PATIENCE_MS = (KILLS + 1) * 90_000;
/** An earlier execution has used more than the budget, and less than twice the budget. */
const [BUDGET, USED] = [600, 1_000];
/** What is ignored and can be made again is not saved with the task. */
const SETUP = 'echo ready > setup.log; mkdir -p node_modules; echo package > node_modules/x';
const COMMAND = 'cat one.md node_modules/x';
const QUESTION = 'Which colour?';
const BUDGET_TITLE = `Go on with another ${BUDGET} tokens?`;

let host: TestGitHost;
let api: TestApi;
let runner: StartedRunner;

beforeAll(async () => {
  host = await startGitHost();
});
beforeEach(async () => {
  api = await startTestApi({ idleSeconds: 30 });
  api.state.tokens.set('repo', host.token);
});
afterEach(async () => {
  runner.process.kill('SIGKILL');
  await runner.exited;
  removeTestFolders(runner.folder);
  await api.close();
});
afterAll(() => {
  host.stop();
  removeTestFolders();
});

it.each(Array.from({ length: runs }, (_, index) => firstSeed + index))(
  'seed %i: killed at random moments, a task ends as it would have, and nothing is done without a consent of its own',
  { timeout: 2 * PATIENCE_MS },
  async (ownSeed) => {
    const random = seededRandom(ownSeed);
    const name = `kill-${ownSeed}`;
    host.create(`acme/${name}`, { 'README.md': 'red\ngreen\n', '.gitignore': 'node_modules\n' });
    const task = addTask(name);
    runner = startRunner(api.url, host.env);
    let kills = 0;
    let untilKill = 1 + Math.floor(random() * 25);
    const onChange = () => {
      untilKill -= 1;
      if (untilKill > 0 || kills >= KILLS) return;
      kills += 1;
      untilKill = 5 + Math.floor(random() * 30);
      void kill(random() < 0.3 ? 'agent' : 'runner');
    };
    api.state.on('change', onChange);
    await approveAll(task);
    api.state.off('change', onChange);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expectOutcome(task, name);
    await expectOnePublish(task, name);
  },
);

function addTask(name: string): StoredTask {
  const cloneUrl = `https://github.com/acme/${name}.git`;
  const none = { baseBranch: null, folder: null, instructions: null, isSetupApproved: false, hasVariables: false };
  const task = api.state.addTask({
    title: 'Create one.md with "1" and then the rest',
    description: `Ask "${QUESTION}" for colour.txt. Create two.md with "2". Replace \`red\` with \`blue\` in README.md. At last run \`${COMMAND}\`.`,
    repositories: [{ id: 'repo', owner: 'acme', name, cloneUrl, isPrivate: false, hasToken: true }],
    settings: { ...none, setupCommand: SETUP },
  });
  task.budget = BUDGET;
  const used = { inputTokens: USED, outputTokens: 0 };
  api.state.told.begin();
  api.state.told.hear({
    ...used,
    tasks: [{ taskId: task.id, models: [{ model: 'scripted', ...used, cachedTokens: 0 }] }],
  });
  return task;
}

async function kill(whom: 'agent' | 'runner'): Promise<void> {
  const pid = whom === 'runner' ? runner.process.pid : childOf(runner.process.pid ?? 0);
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has just ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  if (whom !== 'runner') return;
  await runner.exited;
  removeTestFolders(runner.folder);
  runner = startRunner(api.url, host.env);
}

function childOf(pid: number): number | undefined {
  try {
    const children = execFileSync('pgrep', ['-P', String(pid), '-f', 'demo.js'], { encoding: 'utf8' });
    return Number(children.split('\n')[0]) || undefined;
  } catch {
    return undefined; // it is not running at the moment
  }
}

async function approveAll(task: StoredTask): Promise<void> {
  for (;;) {
    const found = await api.state.until(
      () => (['completed', 'failed'].includes(task.status) ? 'ended' : api.state.undecided(task.id)[0]),
      'a request or the end',
      PATIENCE_MS,
    );
    if (found === 'ended') return;
    if (isElicitation(found)) api.state.answer(found.id, { answer: 'blue' });
    else api.state.decide(found.id, true);
  }
}

function expectOutcome(task: StoredTask, name: string): void {
  const branch = `countersign/${task.id}`;
  const show = (path: string) => host.git(`acme/${name}`, 'show', `${branch}:${path}`);
  const files = ['one.md', 'two.md', 'colour.txt', 'setup.log', 'README.md'];
  expect(files.map(show)).toEqual(['1', '2', 'blue', 'ready', 'blue\ngreen']);
  const asked = api.state.itemsOf(task.id).filter((item) => item.needsApproval);
  expect(Math.max(...asked.map((item) => item.releases))).toBe(1);
  const steps = ['Create one.md', 'Create two.md', 'Create colour.txt', 'Edit README.md', `Run ${COMMAND}`];
  for (const title of [...steps, QUESTION, BUDGET_TITLE, 'Run the setup command?']) {
    const consents = asked.filter((item) => item.title === title && item.grant !== 'unused');
    expect(consents.length, `${title} was done without a consent`).toBeGreaterThan(0);
  }
  const ran = asked.filter((item) => item.title === `Run ${COMMAND}` && item.grant === 'executed');
  for (const { toolResponse } of ran)
    expect(toolResponse, 'what the setup command makes is there after each kill').toMatchObject({
      exitCode: 0,
      output: '1\npackage\n',
    });
  expect(task.granted, 'what was approved beyond the budget counts once').toBe(BUDGET);
  const questions = asked.filter(({ title }) => title === QUESTION);
  expect(questions.map(isElicitation), 'whatever was answered was asked as a question').not.toContain(false);
  expect(asked.filter(({ answer }) => answer !== null).map(({ title }) => title)).toEqual(
    questions.map(() => QUESTION),
  );
  const completions = api.state.itemsOf(task.id).filter((item) => item.type === 'completion');
  expect(completions).toHaveLength(1);
}

async function expectOnePublish(task: StoredTask, name: string): Promise<void> {
  const commits = host.git(`acme/${name}`, 'rev-list', '--count', `main..countersign/${task.id}`);
  expect(commits).toBe('1');
  expect(await host.pulls(`acme/${name}`)).toHaveLength(1);
}
