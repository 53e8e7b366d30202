import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi, type TestApiOptions } from '../../testing/agent-api.ts';
import type { StoredItem, StoredTask } from '../../testing/agent-state.ts';
import { misbehavingAgentEnv, misbehavingAgentScript } from '../../testing/misbehaving-agent.ts';
import { removeTestFolders, startRunner, type StartedRunner } from '../../testing/start-runner.ts';

let api: TestApi;
let runner: StartedRunner | null = null;

beforeEach(() => {
  runner = null;
});
afterEach(async () => {
  runner?.process.kill('SIGKILL');
  await runner?.exited;
  await api.close();
});
afterAll(() => removeTestFolders());

async function begin(act: string, env: Record<string, string> = {}, options: TestApiOptions = {}): Promise<StoredTask> {
  api = await startTestApi(options);
  const task = api.state.addTask({ title: act, agent: 'custom' });
  runner = startRunner(api.url, {
    ...misbehavingAgentEnv(),
    ...env,
  });
  return task;
}
const hasEnded = ({ status }: StoredTask) => status === 'completed' || status === 'failed';
const ended = (task: StoredTask) => api.state.until(() => hasEnded(task), 'the end of the task');
const completion = (task: StoredTask) => api.state.itemsOf(task.id).find((item) => item.type === 'completion')?.content;
const undecided = (task: StoredTask, count: number): Promise<StoredItem[]> =>
  api.state.until(() => {
    const items = api.state.undecided(task.id);
    return items.length >= count && items;
  }, `${count} requests`);
const said = (task: StoredTask) =>
  api.state.itemsOf(task.id).flatMap((item) => (item.title === 'Message' ? [item.content ?? ''] : []));

describe('requests', () => {
  it('may come side by side: what is approved is done, what is rejected is reported, each on its own', async () => {
    const task = await begin('parallel');
    const items = await undecided(task, 3);
    const of = (command: string) => items.find((item) => item.title === command)?.id ?? '';
    api.state.decide(of('echo two'), false, 'Two is too much');
    api.state.decide(of('echo three'), true);
    api.state.decide(of('echo one'), true);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(api.state.items.get(of('echo two'))?.chatResponse).toBe('I heard: Two is too much');
    expect(items.map((item) => item.releases)).toEqual([1, 1, 1]);
  });

  it('too large for anybody to read, or before there is a prompt, are not put to the person', async () => {
    const task = await begin('huge', misbehavingAgentEnv(misbehavingAgentScript, 'early'));
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(api.state.itemsOf(task.id).filter(({ needsApproval }) => needsApproval)).toEqual([]);
    expect(
      said(task)
        .concat(completion(task) ?? '')
        .join(),
      'the agent is told why',
    ).toContain('too large to be reviewed');
  });
});

describe('questions to the person', () => {
  it('are answered with data, which approves nothing, whatever it says', async () => {
    const task = await begin('elicit');
    const [form] = await undecided(task, 1);
    const fields = [
      { name: 'word', type: 'string', title: 'Word', required: true },
      { name: 'count', type: 'integer', minimum: 1, required: false },
    ];
    expect(form).toMatchObject({ type: 'approval_request', title: 'Which word?', toolKind: 'elicitation' });
    expect(form?.toolParameters).toEqual({ mode: 'form', fields });
    api.state.answer(form?.id ?? '', { word: 'approved' });
    const [link] = await undecided(task, 1);
    expect(link).toMatchObject({
      title: 'Sign in there',
      toolParameters: { mode: 'url', url: 'https://example.com/in' },
    });
    api.state.decide(link?.id ?? '', false, 'Not there');
    const [call] = await undecided(task, 1);
    expect(call, 'the step is asked for all the same').toMatchObject({ type: 'tool_call', title: 'Which word?' });
    api.state.decide(call?.id ?? '', true);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const words = said(task).join('');
    expect(words).toContain('form: {"action":"accept","content":{"word":"approved"}}');
    expect(words).toContain('link: {"action":"decline"}');
    expect(words, 'an address that hides its host').toContain('hidden: -32602');
    const own = api.state.logs
      .join('')
      .split('\n')
      .filter((line) => !line.includes(' agent: '));
    expect(own.join('\n'), 'the runner logs no answer').not.toContain('"word"');
    expect(api.state.items.get(link?.id ?? '')?.chatResponse, 'a reason of its own is told').toBe('I heard: Not there');
    const now = [form, link, call].map((item) => api.state.items.get(item?.id ?? ''));
    const settled = now.map((item) => [item?.grant, item?.releases]);
    expect(settled).toEqual([
      ['executed', 1],
      ['told', 1],
      ['executed', 1],
    ]);
  });
});

describe('an agent that does something else than was approved', () => {
  it.each([
    ['diverge', 'arguments other than the approved ones'],
    ['wrongfile', 'a.txt holds other content than you approved'],
    ['diverge; dies', 'arguments other than the approved ones'],
    ['diverge; complains', 'arguments other than the approved ones'],
  ])('is stopped (%s), and the item says so', async (act, words) => {
    const task = await begin(act);
    const [item] = await undecided(task, 1);
    api.state.decide(item?.id ?? '', true);
    await ended(task);
    expect(task.status).toBe('failed');
    expect(completion(task)).toContain(words);
    expect(api.state.items.get(item?.id ?? '')?.grant).toBe('diverged');
  });
});

it('a step that changes while it is read is asked again, and the first question can no longer be decided', async () => {
  const task = await begin('rethink');
  const [first] = await undecided(task, 1);
  writeFileSync(join(runner?.folder ?? '', 'countersign', task.id, 'workspace/seen'), '');
  const second = await api.state.until(
    () => api.state.undecided(task.id).find(({ id }) => id !== first?.id),
    'the question about the other command',
  );
  expect(first).toMatchObject({ title: 'ls', isApproved: false, grant: 'told', replacedBy: second.id });
  expect(second).toMatchObject({ toolParameters: { command: 'rm -r .' }, replaces: first?.id });
  api.state.decide(second.id, true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(api.state.items.get(second.id)).toMatchObject({ grant: 'executed', releases: 1 });
  expect(api.state.items.get(first?.id ?? '')).toMatchObject({ grant: 'told', releases: 0 });
});

it('a question that becomes a step which is refused is closed at once, with the sentence that says why', async () => {
  const task = await begin('stray');
  const [first] = await undecided(task, 1);
  writeFileSync(join(runner?.folder ?? '', 'countersign', task.id, 'workspace/seen'), '');
  const why = '/tmp/countersign-stray.txt leads out of the workspace. Only files inside of it can be changed.';
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(first).toMatchObject({ filePath: 'a.txt', isApproved: false, rejectionReason: `Withdrawn. ${why}` });
  expect(first).toMatchObject({ grant: 'told', releases: 0, replacedBy: null });
  const step = api.state.itemsOf(task.id).find(({ replaces }) => replaces === first?.id);
  expect(step).toMatchObject({ filePath: '/tmp/countersign-stray.txt', toolResponse: { output: why } });
  expect(step?.needsApproval).toBe(false);
});

it('a step under the id of one that has ended is asked for, compared and settled by itself', async () => {
  const task = await begin('reuse');
  const [first] = await undecided(task, 1);
  api.state.decide(first?.id ?? '', true);
  const [second] = await undecided(task, 1);
  api.state.decide(second?.id ?? '', true);
  await ended(task);
  expect(completion(task)).toBe(
    "After the agent's edit, a.txt holds other content than you approved. It was not published.",
  );
  expect(api.state.itemsOf(task.id).flatMap(({ grant, title }) => (grant === null ? [] : [[title, grant]]))).toEqual([
    ['ls', 'executed'],
    ['write', 'diverged'],
  ]);
});

describe('an agent that is told no', () => {
  it.each(['insist; dies', 'insist; complains', 'insist; deaf'])(
    'hears why when it is started again (%s)',
    async (act) => {
      const task = await begin(act);
      const [item] = await undecided(task, 1);
      api.state.decide(item?.id ?? '', false, 'Not that');
      await api.state.until(() => hasEnded(task) || api.state.undecided(task.id).length > 0, 'the end or a request');
      expect(api.state.undecided(task.id), 'asked once more').toEqual([]);
      expect(task.status, api.state.logs.join('')).toBe('completed');
      expect(api.state.items.get(item?.id ?? '')).toMatchObject({ chatResponse: 'I heard: Not that', grant: 'told' });
    },
  );
});

it('an agent that tries again and again what is refused without asking anybody is not prompted for ever', async () => {
  const task = await begin('stubborn');
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('failed');
  expect(completion(task)).toBe(
    'The agent has tried only what is refused without asking anybody, in 11 turns in a row. Last: write: /tmp/countersign-stray.txt leads out of the workspace. Only files inside of it can be changed. Reopen the task to continue.',
  );
  expect(api.state.itemsOf(task.id).filter(({ needsApproval }) => needsApproval)).toEqual([]);
});

it('an agent that asks in one turn again and again what nobody is asked does not go on for ever', async () => {
  const task = await begin('nags');
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('failed');
  expect(completion(task)).toMatch(
    /^The agent has tried only what is refused without asking anybody, 11 times in a row\. Last: .* Reopen the task to continue\.$/,
  );
  expect(api.state.itemsOf(task.id).filter(({ needsApproval }) => needsApproval)).toEqual([]);
});

it('an agent whose steps fail faster than they can be recorded is ended as soon', async () => {
  const task = await begin('surges');
  await ended(task);
  expect(completion(task)).toMatch(/^51 steps of the agent have failed in a row/);
  expect(api.state.itemsOf(task.id).length, 'no more is read than can be recorded').toBeLessThan(500);
});

it('an agent whose steps fail one after the other, in one turn and without a question, does not go on for ever', async () => {
  const task = await begin('gropes');
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('failed');
  expect(completion(task)).toBe(
    '51 steps of the agent have failed in a row, and nobody was asked about any of them. Last: task. Reopen the task to continue.',
  );
});

it('an agent that loads its earlier conversation and cannot work in it begins a new one, and the task says so', async () => {
  const task = await begin('loses', misbehavingAgentEnv(misbehavingAgentScript, 'loads'));
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(said(task)).toEqual(['I begin', 'I begin anew']);
  expect(api.state.itemsOf(task.id).map(({ title }) => title)).toContain('A new conversation');
});

it('an agent that ends, twice, as soon as it is prompted in its earlier conversation begins a new one', async () => {
  const task = await begin('sinks', misbehavingAgentEnv(misbehavingAgentScript, 'sinks'));
  const [item] = await undecided(task, 1);
  api.state.decide(item?.id ?? '', true);
  await ended(task);
  expect(task.status, api.state.logs.join('')).toBe('completed');
  expect(said(task)).toEqual(['I begin anew']);
  expect(api.state.logs.join('').match(/goes on$/gm)).toHaveLength(2);
  expect(api.state.itemsOf(task.id).map(({ title }) => title)).toContain('A new conversation');
});

describe('an agent that goes wrong', () => {
  it('is started again twice, then the task fails with its last words', async () => {
    const task = await begin('crash');
    await ended(task);
    expect(task.status).toBe('failed');
    expect(completion(task)).toBe('The agent ended with exit code 7: out of luck');
  });

  it.each(['orphan', 'daemon'])(
    'and leaves a process with its pipes behind (%s) is missed all the same',
    async (act) => {
      const task = await begin(act);
      await ended(task);
      expect(completion(task)).toBe('The agent ended with exit code 7');
    },
  );

  it('in the midst of a command keeps no container busy when it is gone', async () => {
    const task = await begin('perish', {}, { freeWaitSeconds: 1 });
    const [first] = await undecided(task, 1);
    api.state.decide(first?.id ?? '', true);
    await undecided(task, 1);
    expect(await runner?.exited).toBe(0);
    expect(api.state.exits).toMatchObject([{ reason: 'waiting' }]);
    expect(api.state.items.get(first?.id ?? '')?.grant, 'nobody knows what came of it').toBe('released');
    expect(api.state.itemsOf(task.id).find(({ title }) => title === 'The agent was started again')).toMatchObject({
      content: 'The agent ended with exit code 7. It goes on with the task.',
    });
    expect(said(task), 'the next one is told').toEqual([
      'told: Unknown whether it was done: sleep 9. Check, and ask again if it was not.',
    ]);
  });

  it('in the midst of a command leaves the id of that to another step', async () => {
    const task = await begin('recount');
    const [first] = await undecided(task, 1);
    api.state.decide(first?.id ?? '', true);
    const [second] = await undecided(task, 1);
    expect([second?.title, second?.id === first?.id]).toEqual(['ls', false]);
    api.state.decide(second?.id ?? '', true);
    await ended(task);
    expect(task.status, completion(task) ?? '').toBe('completed');
  });

  it('in the midst of a command that hangs is given up after a while', async () => {
    const task = await begin('hang', {}, { freeWaitSeconds: 1 });
    const [first] = await undecided(task, 1);
    api.state.decide(first?.id ?? '', true);
    await undecided(task, 1);
    const askedAt = Date.now();
    expect(await runner?.exited).toBe(0);
    expect(Date.now() - askedAt, 'a command may take its time').toBeGreaterThan(4_000);
    expect(api.state.exits).toMatchObject([{ reason: 'waiting' }]);
    expect(api.state.items.get(first?.id ?? '')?.grant, 'nobody knows what came of it').toBe('released');
  });

  it('while it waits for an answer leaves its question to the next one', async () => {
    const task = await begin('vanish');
    const [item] = await undecided(task, 1);
    await api.state.until(() => api.state.logs.join('').match(/asks: ls/g)?.length === 2, 'the second question');
    expect(api.state.undecided(task.id)).toHaveLength(1);
    api.state.decide(item?.id ?? '', true);
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(api.state.items.get(item?.id ?? '')).toMatchObject({ grant: 'executed', releases: 1 });
    expect(api.state.itemsOf(task.id).filter(({ needsApproval }) => needsApproval)).toHaveLength(1);
  });

  it('that has the client read and write files is told that it does not', async () => {
    const task = await begin('delegate');
    await ended(task);
    expect(said(task)).toEqual(['written: -32601, read: -32601, there: false']);
  });

  it('by not ending its turn is ended, and what it did stays known', async () => {
    const task = await begin('diverge; ignores');
    const [item] = await undecided(task, 1);
    api.state.decide(item?.id ?? '', true);
    await api.state.until(() => hasEnded(task), 'the end of the task', 120_000);
    expect(completion(task)).toContain('arguments other than the approved ones');
  });

  it('by going on when its turn is over does not end the container', async () => {
    const task = await begin('linger');
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(await runner?.exited).toBe(0);
  });

  it('that floods the timeline is cut, with a word about it', async () => {
    const task = await begin('flood');
    await ended(task);
    expect(task.status).toBe('completed');
    const sizes = api.state.itemsOf(task.id).map((item) => JSON.stringify(item).length);
    expect(Math.max(...sizes)).toBeLessThan(250_000);
    expect(said(task).some((words) => words.includes('[cut here'))).toBe(true);
  });

  it('with names and questions that are too long is recorded, and asked for less', async () => {
    const task = await begin('overlong');
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    const call = api.state.itemsOf(task.id).find(({ title }) => title === 'Long names');
    expect([call?.toolName?.length, call?.filePath?.length]).toEqual([200, 4_096]);
    const answers = api.state.itemsOf(task.id).map(({ chatResponse }) => chatResponse);
    expect(answers.join('')).toContain('I heard: This is too large to be reviewed');
    await api.state.until(() => api.state.logs.join('').includes('"Read this" could not be asked: 400'), 'why');
  });

  it.each([
    ['in its workspace', 'fill'],
    ['elsewhere, in a turn without an end', 'hoard'],
  ])('that fills the disk fails with the sizes: %s', async (_where, act) => {
    const task = await begin(act, { WORKSPACE_LIMIT_MIB: '10' });
    await ended(task);
    expect(completion(task)).toMatch(
      /^The workspace has grown to 30 MiB; 10 MiB are allowed, half of CONTAINER_MEMORY\.$/,
    );
  });

  it('that never ends fails at the time limit', async () => {
    const task = await begin('forever', {}, { taskLimitSeconds: 2 });
    await ended(task);
    expect(completion(task)).toBe(
      'The time limit of 2 seconds is reached. Reopen the task to continue; TASK_LIMIT_SECONDS sets the limit.',
    );
  });

  it('that says nothing is told of, and ended with that reason', async () => {
    const task = await begin('forever', { SILENT_SECONDS: '1', SILENT_LIMIT_SECONDS: '3' });
    await api.state.until(() => task.notices.length > 0, 'the word that it is silent');
    expect([task.notices[0], task.status]).toMatchObject([{ kind: 'silent' }, 'running']);
    await ended(task);
    expect(completion(task)).toBe(
      'The agent had said nothing for 3 seconds and was stopped. Reopen the task to continue.',
    );
  });

  it('that says nothing while an approved command runs is told of, and goes on', async () => {
    // Shorter than it takes to redeem the approval: the agent is silent before its command runs, and after.
    const task = await begin('slow', { SILENT_SECONDS: '0.01' });
    const [item] = await undecided(task, 1);
    api.state.decide(item?.id ?? '', true);
    await api.state.until(() => task.notices.some((notice) => notice?.text.includes('still running')), 'the word');
    expect(task.status).toBe('running');
    writeFileSync(join(runner?.folder ?? '', 'countersign', task.id, 'workspace/seen'), '');
    await ended(task);
    expect(task.status, api.state.logs.join('')).toBe('completed');
    expect(api.state.items.get(item?.id ?? '')?.grant).toBe('executed');
  });

  it('that this image does not know fails by name', async () => {
    api = await startTestApi();
    const task = api.state.addTask({ title: 'x', agent: 'nobody' });
    const real = api.state.addTask({ title: 'x', agent: 'opencode' });
    runner = startRunner(api.url);
    await ended(task);
    await ended(real);
    expect(completion(task)).toContain('does not know an agent called "nobody"');
    expect(completion(real)).toContain('needs a model, and this deployment has none. Set MODEL_BASE_URL');
  });
});
