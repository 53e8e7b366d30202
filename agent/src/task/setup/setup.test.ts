import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { agentActs } from '../../testing/agent-acts.ts';
import { useHarness } from '../../testing/harness.ts';
import { killRunner } from '../../testing/use-runners.ts';
import { scriptedAgent } from '../../testing/scripted-agent.ts';
import type { StoredTask } from '../../testing/agent-state.ts';

const harness = useHarness();
const title = 'Create notes.md with "A note."';
const files = { 'README.md': '# App\n', 'packages/app/here.md': 'Here.\n', '.gitignore': 'made.txt\n' };
const setupCommand =
  'echo "$API_TOKEN in $(pwd) as $HOME"; env | grep -c COUNTERSIGN_RUN; cat README.md; echo x >> made.txt';

const setups = (task: StoredTask) => harness.api.state.itemsOf(task.id).filter(({ toolName }) => toolName === 'setup');
const endOf = (task: StoredTask) =>
  harness.api.state.itemsOf(task.id).find(({ type }) => type === 'completion')?.content ?? '';

describe('the setup command of a project', () => {
  it('is asked about once for its content, runs as the agent with the values alone, and shows no secret', async () => {
    const { state } = harness.api;
    const secret = { isSecret: true, forAgent: false };
    state.variables.push({ name: 'API_TOKEN', value: 'very-secret-value', ...secret });
    const task = await harness.begin({ agent: 'demo', title, files, settings: { setupCommand } });
    const card = await harness.next(task);
    expect(card).toMatchObject({
      type: 'approval_request',
      title: 'Run the setup command?',
      toolParameters: { command: setupCommand },
      enforcement: 'enforced',
    });
    expect(existsSync(join(harness.workspaceOf(task), 'made.txt')), 'nothing before it is approved').toBe(false);
    state.decide(card.id, true);
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    const said = JSON.stringify(setups(task)[0]?.toolResponse);
    expect(said).toContain('[redacted] in');
    expect(said).toContain(`${task.id}/home`);
    expect(said).toContain('# App');
    expect(setups(task)).toMatchObject([{ grant: 'executed', toolResponse: { exitCode: 0 } }]);
    const everything = JSON.stringify([...state.items.values()]) + state.logs.join('');
    expect(everything).not.toContain('very-secret-value');
    expect(harness.published(task, 'notes.md')).not.toBeNull();

    const second = state.addTask({ ...task.given, title });
    await harness.next(second);
    expect(readFileSync(join(harness.workspaceOf(second), 'made.txt'), 'utf8'), 'not run twice').toBe('x\n');
    await harness.approveAll(second);
    expect(second.status).toBe('completed');
    expect(setups(second), 'not asked about again, and not run, as nothing has changed').toMatchObject([
      {
        type: 'tool_call',
        title: `Setup command: result kept from “${title}”`,
        needsApproval: false,
        toolResponse: { exitCode: 0 },
      },
    ]);
    state.variables.push({ name: 'ANOTHER', value: 'value', isSecret: false, forAgent: false });
    const changed = state.addTask({ ...task.given, title });
    await harness.approveAll(changed);
    expect(setups(changed), 'run with other values').toMatchObject([{ type: 'tool_call', title: 'Setup command' }]);
    const { settings } = task.given;
    const third = state.addTask({
      ...task.given,
      title,
      ...(settings && { settings: { ...settings, setupCommand: 'true' } }),
    });
    expect(await harness.next(third), 'another content').toMatchObject({ toolName: 'setup' });
  });

  it('is run again, unasked, where its task goes on: its packages are there, and the files as they were left', async () => {
    const command =
      'mkdir -p node_modules && echo x > node_modules/x && echo y >> made.txt && echo theirs > config.txt';
    const task = await harness.begin({
      agent: 'demo',
      title,
      description: 'Replace `theirs` with `ours` in config.txt. At last run `cat node_modules/x`.',
      files: { ...files, '.gitignore': 'made.txt\nnode_modules\n', 'config.txt': 'theirs\n' },
      settings: { setupCommand: command },
    });
    const { state } = harness.api;
    const called = (wanted: string) => state.itemsOf(task.id).filter((item) => item.title === wanted);
    for (const asked of ['Run the setup command?', title.slice(0, 15), 'Edit config.txt']) {
      const card = await harness.next(task);
      expect(card.title).toBe(asked);
      state.decide(card.id, true);
    }
    const last = await harness.next(task);
    await state.until(() => called('Edit config.txt')[0]?.grant === 'executed', 'the edit, which is told when saved');
    await harness.restart();
    state.decide(last.id, true);
    const publish = await state.until(
      () => state.undecided(task.id).find(({ toolName }) => toolName === 'publish'),
      'the last question',
    );
    const { workspaceOf } = harness;
    expect(called('Run cat node_modules/x')).toMatchObject([{ toolResponse: { exitCode: 0, output: 'x\n' } }]);
    expect(readFileSync(join(workspaceOf(task), 'made.txt'), 'utf8'), 'saved, and so not made again').toBe('y\n');
    expect(setups(task)).toMatchObject([
      { type: 'approval_request', grant: 'executed' },
      { type: 'tool_call', title: 'Setup command', needsApproval: false, toolResponse: { exitCode: 0 } },
    ]);
    state.decide(publish.id, true);
    await harness.ended(task);
    expect(harness.published(task, 'config.txt')).toBe('ours');

    state.reopen(task);
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(setups(task), 'its agent works again, in new folders').toHaveLength(3);
  });

  it('has its kept result put back where its task goes on as it began', async () => {
    const settings = { setupCommand: 'mkdir node_modules && date +%N > node_modules/x' };
    const task = await harness.begin({
      agent: 'demo',
      title,
      files: { 'README.md': '# App\n', '.gitignore': 'node_modules\n' },
      settings,
    });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    const first = await harness.next(task);
    const made = join(harness.workspaceOf(task), 'node_modules/x');
    const before = readFileSync(made, 'utf8');
    await state.until(() => state.setupResult !== null, 'its result, which is stored beside the work');
    await state.until(() => setups(task)[0]?.grant === 'executed', 'its result, which is told when it is saved');
    await harness.restart();
    state.decide(first.id, true);
    await state.until(() => setups(task).length === 2, 'its kept result');
    expect(readFileSync(made, 'utf8')).toBe(before);
    expect(setups(task)[1]).toMatchObject({ title: `Setup command: result kept from “${title}”` });
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
  });

  it('is run where its task goes on as it began, if its kept result cannot be added', async () => {
    const settings = { setupCommand: 'mkdir node_modules && echo x > node_modules/x' };
    const ignored = { 'README.md': '# App\n', '.gitignore': 'node_modules\n' };
    const task = await harness.begin({ agent: 'demo', title, files: ignored, settings });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    const first = await harness.next(task);
    const stored = await state.until(() => state.setupResult, 'its result, which is stored beside the work');
    await state.until(() => setups(task)[0]?.grant === 'executed', 'its result, which is told when it is saved');
    const bytes = gzipSync('no archive');
    state.objects.replace(stored.object, bytes);
    stored.sha256 = createHash('sha256').update(bytes).digest('hex');
    await harness.restart();
    state.decide(first.id, true);
    await state.until(() => setups(task).length === 2, 'the result of its second run');
    expect(readFileSync(join(harness.workspaceOf(task), 'node_modules/x'), 'utf8')).toBe('x\n');
    expect(setups(task)[1]).toMatchObject({ title: 'Setup command', toolResponse: { exitCode: 0 } });
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
  });

  it('that fails when it is run again is told, and ends nothing', async () => {
    const settings = { setupCommand: 'test ! -e made.txt && echo y > made.txt' };
    const task = await harness.begin({ agent: 'demo', title, files, settings });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    await harness.next(task);
    await state.until(() => setups(task)[0]?.grant === 'executed', 'its result, which is told when it is saved');
    await harness.restart();
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(setups(task)[1]).toMatchObject({ type: 'tool_call', toolResponse: { exitCode: 1 } });
  });

  it('gets only the values that are marked for the agent where its task goes on, and says so if it fails', async () => {
    const { state } = harness.api;
    state.variables.push({ name: 'FOR_SETUP', value: 'for-the-setup-alone', isSecret: true, forAgent: false });
    state.variables.push({ name: 'FOR_AGENT', value: 'for-the-agent', isSecret: false, forAgent: true });
    const setupCommand = 'echo y > made.txt; echo "${#FOR_SETUP} and ${#FOR_AGENT}"; test -n "$FOR_SETUP"';
    const task = await harness.begin({ agent: 'demo', title, files, settings: { setupCommand } });
    state.decide((await harness.next(task)).id, true);
    await harness.next(task);
    await state.until(() => setups(task)[0]?.grant === 'executed', 'its result, which is told when it is saved');
    await harness.restart();
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    const words = 'Where a task goes on, it gets only the values that are marked for the agent, and so not FOR_SETUP.';
    expect(setups(task).map(({ toolResponse }) => toolResponse)).toEqual([
      { exitCode: 0, output: '19 and 13\n' },
      { exitCode: 1, output: `0 and 13\n\n\n${words}` },
    ]);

    // Another command, which somebody has approved for another task.
    const settings = { ...task.given.settings, setupCommand: 'echo "${#FOR_SETUP}" > README.md; exit 5' };
    Object.assign(task.given, { settings });
    state.setups.add(settings.setupCommand);
    state.reopen(task);
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(setups(task).at(-1)).toMatchObject({ type: 'tool_call', toolResponse: { exitCode: 5 } });
    expect(readFileSync(join(harness.workspaceOf(task), 'README.md'), 'utf8')).toBe('# App\n');
  });

  it('that is rejected where its task goes on ends nothing', async () => {
    const settings = { setupCommand: 'echo y > made.txt' };
    const task = await harness.begin({ agent: 'demo', title, files, settings });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    const first = await harness.next(task);
    await state.until(() => setups(task)[0]?.grant === 'executed', 'its result, which is told when it is saved');
    state.setups.clear(); // it was changed, and changed back
    await harness.restart();
    state.decide(first.id, true);
    const again = await state.until(
      () => state.undecided(task.id).find(({ toolName }) => toolName === 'setup'),
      'the question',
    );
    state.decide(again.id, false, 'Not now');
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(harness.published(task, 'notes.md')).not.toBeNull();
  });

  it('that overwrites what cannot be put back ends its task, and what was saved before still stands', async () => {
    const overwrite = 'echo theirs > notes.md; for at in ../runner/*.git; do echo > $at/setup.index; done';
    const settings = {
      setupCommand: `if test -e notes.md && ! test -e ../../../once; then touch ../../../once; ${overwrite}; fi`,
    };
    const description = 'At last run `cat notes.md`.';
    const task = await harness.begin({ agent: 'demo', title, description, files, settings });
    const { state } = harness.api;
    const called = (wanted: string) => state.itemsOf(task.id).filter((item) => item.title === wanted);
    for (const asked of ['Run the setup command?', title.slice(0, 15)]) {
      const card = await harness.next(task);
      expect(card.title).toBe(asked);
      state.decide(card.id, true);
    }
    const last = await harness.next(task);
    await state.until(() => called(title.slice(0, 15))[0]?.grant === 'executed', 'the file, which is told when saved');
    await harness.restart();
    state.decide(last.id, true);
    await harness.ended(task);
    expect(task.status).toBe('failed');
    expect(endOf(task)).toMatch(/could not be put back: [^]* still saved as it was before: reopen the task/);
    state.reopen(task);
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(harness.published(task, 'notes.md')).toBe('A note.');
  });

  it('has its result reported by the next runner, if it was lost between the checkpoint and the report', async () => {
    const task = await harness.begin({ agent: 'demo', title, files, settings: { setupCommand } });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    await state.until(() => setups(task)[0]?.grant === 'executed', 'its result, which is told when it is saved');
    await harness.next(task);
    await killRunner(harness.runner);
    const [card] = setups(task);
    const told = card?.toolResponse;
    Object.assign(card ?? {}, { grant: 'released', toolResponse: null });
    await harness.restart();
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
    expect(setups(task)[0]).toMatchObject({ grant: 'executed', toolResponse: told });
  });

  it('is not run again by the next execution, where nothing it depends on has changed', async () => {
    const task = await harness.begin({ agent: 'demo', title, files, settings: { setupCommand } });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    await harness.approveAll(task);
    const stored = await state.until(() => state.setupResult, 'its result, which is stored beside the work');
    expect(stored).toMatchObject({ taskId: task.id, key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await harness.restart();
    const next = state.addTask({ ...task.given, title: `${title} again` });
    await harness.next(next);
    expect(readFileSync(join(harness.workspaceOf(next), 'made.txt'), 'utf8'), 'not run twice').toBe('x\n');
    await harness.approveAll(next);
    expect(setups(next)).toMatchObject([{ type: 'tool_call', title: `Setup command: result kept from “${title}”` }]);

    state.objects.remove(stored.object);
    await harness.restart();
    const last = state.addTask({ ...task.given, title: 'Create last.md with "Last."' });
    await harness.approveAll(last);
    expect(last.status, state.logs.join('')).toBe('completed');
    expect(setups(last), 'what is gone is made again').toMatchObject([{ type: 'tool_call', title: 'Setup command' }]);
    await state.until(() => state.setupResult?.taskId === last.id, 'its result');
  });

  it.each([false, true])(
    'that Stop has rejected is asked about anew if its owner has written (away: %s)',
    async (isAway) => {
      const { state } = harness.api;
      const task = await harness.begin({ agent: 'demo', title, files, settings: { setupCommand: 'true' } });
      const card = await harness.next(task);
      if (isAway) await killRunner(harness.runner);
      state.stop(task);
      state.say(task, 'Go on all the same');
      if (isAway) await harness.restart();
      const again = await harness.next(task);
      expect([again.toolName, again.id === card.id]).toEqual(['setup', false]);
      await harness.approveAll(task);
      expect(task.status, state.logs.join('')).toBe('completed');
      expect(setups(task)).toMatchObject([{ grant: 'told' }, { grant: 'executed' }]);
    },
  );

  it('that is rejected, or fails, ends the task in words; reopened it is asked about again', async () => {
    const settings = { setupCommand: 'echo no such thing >&2; exit 3', folder: 'packages/app' };
    const task = await harness.begin({ agent: 'demo', title, files, settings });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, false, 'Not this one');
    await harness.ended(task);
    expect([task.status, endOf(task)]).toEqual(['failed', expect.stringContaining('rejected: Not this one')]);
    state.reopen(task);
    const again = await harness.next(task);
    expect(again).toMatchObject({ toolName: 'setup', toolParameters: { cwd: 'packages/app' } });
    state.decide(again.id, true);
    await harness.ended(task);
    expect(task.status).toBe('failed');
    const ends = state.itemsOf(task.id).filter(({ type }) => type === 'completion');
    expect(ends.at(-1)?.content).toMatch(/ended with exit code 3[^]*no such thing/);
    expect(setups(task).at(-1)).toMatchObject({ grant: 'executed', toolResponse: { exitCode: 3 } });
  });

  it('is not even asked about if the folder of the project is missing', async () => {
    const settings = { setupCommand: 'true', folder: 'packages/nowhere' };
    const task = await harness.begin({ agent: 'demo', title, files, settings });
    await harness.ended(task);
    const words = `There is no folder "packages/nowhere" in ${harness.repository}. Correct it in the project's settings, and reopen the task.`;
    expect([task.status, endOf(task)]).toEqual(['failed', words]);
    expect(setups(task)).toEqual([]);
  });

  it('says in which of several repositories it runs: the first that has the folder', async () => {
    harness.create(files);
    const name = harness.repository.split('/')[1] ?? '';
    const settings = { setupCommand: 'pwd', folder: 'packages/app' };
    const task = await harness.begin({ agent: 'demo', title, settings, names: [name, name] });
    const card = await harness.next(task);
    expect(card.content).toContain(`It runs in ${harness.repository} alone.`);
    expect(card.toolParameters).toEqual({ command: 'pwd', cwd: `${name}/packages/app` });
    harness.api.state.decide(card.id, true);
    const result = () => setups(task)[0]?.toolResponse;
    expect(JSON.stringify(await harness.api.state.until(result, 'its result'))).toContain(`${name}/packages/app`);
  });
});

describe('a setup command that does not end by itself', () => {
  it('has ended when its own process has, and the daemon that it leaves is ended with it', async () => {
    // It leaves its group, and keeps its pipes open.
    const daemon = 'setsid sleep 300 &\necho "daemon $!"; setsid sh -c "echo session \\$\\$; exec sleep 300" & sleep 1';
    const task = await harness.begin({ agent: 'demo', title, files, settings: { setupCommand: daemon } });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    const approvedAt = Date.now();
    const step = await harness.next(task);
    expect(step.toolName, 'the agent has begun').not.toBe('setup');
    expect(Date.now() - approvedAt).toBeLessThan(120_000);
    await state.until(() => setups(task)[0]?.grant === 'executed', 'its result');
    const said = JSON.stringify(setups(task)[0]?.toolResponse);
    const pids = [/daemon (\d+)/, /session (\d+)/].map((form) => Number(form.exec(said)?.[1]));
    expect(
      pids.every((pid) => pid > 1),
      said,
    ).toBe(true);
    await state.until(() => !pids.some(isRunning), 'the end of what it left');
    await harness.approveAll(task);
    expect(task.status, state.logs.join('')).toBe('completed');
  });

  it('is ended by Stop, with the task', async () => {
    const setupCommand = 'echo $$ > pid.txt; sleep 300';
    const task = await harness.begin({ agent: 'demo', title, files, settings: { setupCommand } });
    const { state } = harness.api;
    state.decide((await harness.next(task)).id, true);
    const file = join(harness.workspaceOf(task), 'pid.txt');
    const pid = await state.until(() => existsSync(file) && Number(readFileSync(file, 'utf8')), 'its start');
    expect(isRunning(pid)).toBe(true);
    state.stop(task);
    await harness.ended(task);
    expect([task.status, endOf(task)]).toEqual(['failed', 'Stopped by its owner. Reopen the task to continue.']);
    expect(isRunning(pid)).toBe(false);
    expect(setups(task), 'what became of the consent is told').toMatchObject([
      { grant: 'executed', toolResponse: { status: 'failed', output: expect.stringContaining('did not finish') } },
    ]);
    state.reopen(task);
    await state.until(() => existsSync(file) && Number(readFileSync(file, 'utf8')) !== pid, 'its second start');
  });
});

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

it("a project's values reach the agent's process only where the owner has marked them", async () => {
  const { state } = harness.api;
  state.variables.push({ name: 'FOR_SETUP', value: 'for-the-setup-alone', isSecret: true, forAgent: false });
  state.variables.push({ name: 'FOR_AGENT', value: 'for-the-agent-too', isSecret: false, forAgent: true });
  const script = [agentActs.scripted.run('env > seen.txt'), { say: 'All is done.' }];
  const task = await harness.begin({ files, script, ...scriptedAgent() });
  await harness.approveAll(task);
  expect(task.status, state.logs.join('')).toBe('completed');
  const seen = harness.published(task, 'seen.txt') ?? '';
  expect(seen).toContain('FOR_AGENT=for-the-agent-too');
  expect(seen).not.toContain('for-the-setup-alone');
});
