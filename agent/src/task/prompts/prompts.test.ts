import type { ClaimedTask } from '@countersign/contract/agent';
import { expect, it } from 'vitest';
import type { Rejection } from '../../consent/rejection.ts';
import { addMessages } from './next-prompt.ts';
import { continuePrompt, rejectionPrompt, restartPrompt } from './prompts.ts';
import type { SetupOutcome } from '../setup/setup.ts';

const rejection = (title: string, isDecided: boolean): Rejection => ({
  ...{ itemId: title, type: 'tool_call', title, isDecided },
  reason: `Why not ${title}`,
});

const none = { guidance: [], setup: null };

it('tells an agent who said no: a person, or nobody who was asked', () => {
  const told = rejectionPrompt([rejection('rm -rf docs', true), rejection('write /tmp/a', false)], []);
  const [person, nobody] = told.split('This was refused, and nobody was asked:');
  expect(person).toContain('The person who reviews your work has rejected this:');
  expect(person).toContain('- rm -rf docs\nReason: Why not rm -rf docs');
  expect(person).not.toContain('write /tmp/a');
  expect(nobody).toContain('- write /tmp/a\nReason: Why not write /tmp/a');
  expect(rejectionPrompt([rejection('write /tmp/a', false)], [])).not.toContain('person');
  expect(rejectionPrompt([rejection('ls', true)], [])).not.toContain('nobody');
});

it('takes a reminder that goes with a message for more than one: what its agent begins then may be told of, too', () => {
  const reminder = { text: 'It has not ended.', messages: [], rejections: [], isReminder: true };
  const message = { id: 'm', text: 'Run the tests, too', createdAt: '2026-01-01T00:00:00Z' };
  expect(addMessages(reminder, [])).toMatchObject({ isReminder: true });
  expect(addMessages(reminder, [message])).toMatchObject({ messages: [message], isReminder: false });
});

it('speaks of results in the files only to an agent that finds some there', () => {
  const task = { id: 'task', title: 'Work', repositories: [], messages: [] } as unknown as ClaimedTask;
  const left = { open: [], rejections: [] };
  expect(restartPrompt(task, none, left, null)).toContain('the results are in the files');
  const lost = restartPrompt({ ...task, reopened: true }, none, { ...left, isLost: true }, null);
  expect(lost).not.toContain('results are in the files');
  expect(lost).toContain('nothing was kept of what they had not published.');
});

it('tells an agent that goes on where its files are, if it knows them elsewhere', () => {
  const repositories = ['app', 'lib'].map((name) => ({ owner: 'acme', name }));
  const task = { id: 'task', title: 'Work', agent: 'demo', messages: [], repositories } as unknown as ClaimedTask;
  const left = { open: [], rejections: [] };
  const place = 'Your working folder holds a checkout of each of these repositories, in a folder of its name: acme/app';
  const moved = continuePrompt(task, { ...left, hasMoved: true });
  expect(moved).toContain(`have changed since, so some may lie elsewhere. ${place}`);
  expect(continuePrompt(task, { ...left, hasMoved: false })).toContain('your files are as you left them. Go on');
});

it.each<[string, SetupOutcome, string]>([
  [
    'the setup command has made them again',
    { exitCode: 0, remark: null },
    'the setup command of this project has made its own again.',
  ],
  [
    'not all of it is there',
    { exitCode: 0, remark: 'One folder is empty.' },
    'the setup command of this project has made its own again. One folder is empty.',
  ],
  [
    'it failed',
    { exitCode: 3, remark: 'It gets no KEY.' },
    'the setup command of this project was run again for them, and ended with exit code 3. It gets no KEY.',
  ],
  [
    'it was rejected',
    { exitCode: null, remark: 'It was rejected: Not now' },
    'the setup command of this project could not make its own again. It was rejected: Not now',
  ],
  ['there is none', null, 'Make again what you need of them.'],
])('tells an agent that goes on elsewhere what of its packages is there: %s', (_case, setup, words) => {
  const task = { id: 'task', title: 'Work', repositories: [], messages: [] } as unknown as ClaimedTask;
  const left = { open: [], rejections: [], lost: ['These are gone: `lib/a`.'] };
  const found = { guidance: [], setup };
  for (const prompt of [
    continuePrompt(task, { ...left, setup }),
    restartPrompt(task, found, { ...left, setup }, null),
  ]) {
    expect(prompt).toContain('What was only in .git (a stash, commits, other branches) is gone.');
    expect(prompt).toContain('Packages, builds and caches (node_modules, .venv, target and the like) were not saved');
    expect(prompt).toContain(words);
    expect(prompt).toContain('These are gone: `lib/a`.');
  }
  expect(continuePrompt(task, left), 'started again where it was').not.toContain('Packages');
});

it.each<[string, SetupOutcome, boolean]>([
  ['it was', { exitCode: 0, remark: null }, true],
  ['it failed', { exitCode: 3, remark: null }, true],
  ['it was rejected, or could not be', { exitCode: null, remark: 'It was rejected: Not now' }, false],
])('says that the setup command was run before where it was: %s', (_case, setup, isSaid) => {
  const settings = { setupCommand: 'npm ci' };
  const task = { id: 'task', title: 'Work', repositories: [], messages: [], settings } as unknown as ClaimedTask;
  const prompt = restartPrompt(task, { guidance: [], setup }, { open: [], rejections: [] }, null);
  expect(prompt.includes('was run before you began: npm ci')).toBe(isSaid);
});
