import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishParameters } from '@countersign/contract';
import { expect, it } from 'vitest';
import type { StoredItem, StoredTask } from '../testing/agent-state.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

const begin = () =>
  harness.begin({
    agent: 'demo',
    title: 'Write notes.md with "One"',
    description: 'Also replace `world` with `there` in README.md.',
    files: { 'README.md': 'Hello world\n' },
  });
const until = (saved: () => boolean, what: string) => harness.api.state.until(saved, what);
const executed = (item: StoredItem) => () => harness.api.state.items.get(item.id)?.grant === 'executed';
const told = (publish: StoredItem) => publishParameters.parse(publish.toolParameters);
const approveUntilPublish = async (task: StoredTask) => {
  for (;;) {
    const item = await harness.next(task);
    if (item.toolName === 'publish') return item;
    harness.api.state.decide(item.id, true);
  }
};

it('knows after a kill to which steps the files belong, and which belong to none', async () => {
  const task = await begin();
  const { state } = harness.api;
  const write = await harness.next(task);
  state.decide(write.id, true);
  const edit = await harness.next(task);
  await until(executed(write), 'the step that is saved');
  writeFileSync(join(harness.checkoutOf(task), 'silent.txt'), 'silent');
  // Its result is reported when it is saved, together with what nobody was asked for.
  state.decide(edit.id, true);
  await until(executed(edit), 'the second step that is saved');
  await harness.restart();
  const publish = await approveUntilPublish(task);
  const { attribution, body } = told(publish);
  expect(attribution).toMatchObject({
    files: 3,
    outside: { files: 1, listed: ['silent.txt'] },
    within: [
      { listed: ['README.md'], steps: [{ id: edit.id, how: 'declared' }] },
      { listed: ['notes.md'], steps: [{ id: write.id, how: 'declared' }] },
    ],
  });
  expect(body).toContain('3 files, 1 of them changed outside of any approved step: `silent.txt`.');
});

it('says that all is within approved steps, asked again after a kill in the same words', async () => {
  const task = await begin();
  const publish = await approveUntilPublish(task);
  expect(told(publish).body).toContain('\n\n2 files, all within approved steps.');
  expect(told(publish).attribution?.outside.files).toBe(0);
  // A step that is not saved yet would be asked about again after the kill.
  const steps = harness.api.state.itemsOf(task.id).filter(({ id, grant }) => grant && id !== publish.id);
  for (const step of steps) await until(executed(step), 'steps that are saved');
  await harness.restart();
  harness.api.state.decide(publish.id, true);
  await harness.ended(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  const questions = harness.api.state.itemsOf(task.id).filter(({ toolName }) => toolName === 'publish');
  expect(questions.map(({ id, hash }) => [id, hash])).toEqual([[publish.id, publish.hash]]);
});

it('names a rejected step whose change is there all the same', async () => {
  const task = await begin();
  const { state } = harness.api;
  const write = await harness.next(task);
  state.decide(write.id, false, 'No notes');
  await until(() => state.items.get(write.id)?.grant === 'told', 'the rejection that was heard');
  writeFileSync(join(harness.checkoutOf(task), 'notes.md'), `More.\n${write.fileContent ?? ''}`);
  const { attribution, body } = told(await approveUntilPublish(task));
  expect(attribution?.outside.listed).toContain('notes.md');
  expect(attribution?.rejected).toEqual([{ id: write.id, title: write.title, listed: ['notes.md'] }]);
  expect(body).toContain(`Rejected, but changed anyway: \`${write.title}\` in \`notes.md\`.`);
});

it('says on the card that an approved file is ignored and not published', async () => {
  const files = { 'README.md': 'Hello\n', '.gitignore': 'dist/\n' };
  const note = '1 approved file is ignored by .gitignore and not published: `dist/out.md`.';
  const task = await harness.begin({
    agent: 'demo',
    title: 'Create dist/out.md with "x" and create a.md with "a"',
    files,
  });
  const { attribution, body } = told(await approveUntilPublish(task));
  expect(attribution).toMatchObject({ files: 1, outside: { files: 0 } });
  // On a slow machine there is another one.
  expect(attribution?.notes.at(-1)).toBe(note);
  expect(body).toContain('1 file, within an approved step.');
});

it('says so at the end where nothing else was made, as nothing is asked then', async () => {
  const files = { 'README.md': 'Hello\n', '.gitignore': 'dist/\n' };
  const task = await harness.begin({ agent: 'demo', title: 'Create dist/out.md with "x"', files });
  const asked = await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(asked.map(({ toolName }) => toolName)).not.toContain('publish');
  const end = harness.api.state.itemsOf(task.id).find(({ type }) => type === 'completion');
  expect(end?.content).toContain('1 approved file is ignored by .gitignore and not published: `dist/out.md`.');
});
