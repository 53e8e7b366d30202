import { describe, expect, it } from 'vitest';
import { useHarness } from '../testing/harness.ts';
import { scriptedAgent } from '../testing/scripted-agent.ts';

const harness = useHarness();
const title = 'Create notes.md with "A note."';

describe('the base branch of a project', () => {
  it('is where the work begins and its pull request goes', async () => {
    harness.create({ 'README.md': '# App\n' });
    const { host, repository } = harness;
    host.git(repository, 'branch', 'release/1.x', 'main');
    const newer =
      'commit refs/heads/main\ncommitter T <t@example.com> 1700000001 +0000\ndata 5\nnewer\nfrom refs/heads/main^0\nM 100644 inline newer.md\ndata 2\nb\n\ndone\n';
    host.feed(newer, repository, 'fast-import', '--quiet', '--done');
    const task = await harness.begin({ agent: 'demo', title, settings: { baseBranch: 'release/1.x' } });
    await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
    expect(harness.published(task, 'notes.md')).not.toBeNull();
    expect(harness.published(task, 'newer.md'), 'it is on main alone').toBeNull();
    const asked = harness.api.state.itemsOf(task.id).find(({ toolName }) => toolName === 'publish');
    expect(asked?.toolParameters).toMatchObject({ base: 'release/1.x' });
    expect(await host.pulls(repository)).toMatchObject([{ base: { ref: 'release/1.x' } }]);
  });

  it('that is not there fails the task in words', async () => {
    const files = { 'README.md': '# App\n' };
    const task = await harness.begin({ agent: 'demo', title, files, settings: { baseBranch: 'nowhere' } });
    await harness.ended(task);
    expect(task.status).toBe('failed');
    const [end] = harness.api.state.itemsOf(task.id).filter(({ type }) => type === 'completion');
    expect(end?.content).toContain(`${harness.repository} has no branch "nowhere"`);
  });

  it('may be missing where there are several repositories', async () => {
    const files = { 'README.md': '# App\n' };
    const several = { agent: 'demo', title: 'Look around', files, settings: { baseBranch: 'nowhere' } };
    harness.create(files);
    const repository = harness.repository.split('/')[1] ?? '';
    const task = await harness.begin({ ...several, names: [repository, repository] });
    await harness.approveAll(task);
    expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  });
});

it('instructions and folder of a project reach the agent with its first prompt', async () => {
  const settings = { folder: 'packages/app', instructions: 'Write British English, always.' };
  const files = {
    'AGENTS.md': 'Use tabs.',
    'packages/app/AGENTS.md': 'This is the app.',
    'packages/lib/AGENTS.md': 'This is the library.',
  };
  const task = await harness.begin({ files, script: [{ say: 'All is done.' }], settings, ...scriptedAgent() });
  await harness.ended(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  const asked = harness.model.requests.join('').replaceAll('\\', '');
  expect(asked).toContain('about the folder "packages/app" of the repository');
  expect(asked).toMatch(/says about every task of this project:.{1,3}Write British English, always\./);
  expect(asked).toContain('This is the app.');
  expect(asked).not.toContain('This is the library.');
});
