import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods, type AgentContext, type SessionUpdate, type ToolCall } from '@agentclientprotocol/sdk';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { makeFolder, removeTestFolders } from '../testing/start-runner.ts';
import { answerPrompt } from './answer-prompt.ts';
import { newSession } from './demo-session.ts';

afterEach(() => vi.unstubAllEnvs());
afterAll(() => removeTestFolders());

/** One turn about a README, in which the person approves everything; `onAsked` is called before that. */
async function takeTurn(readme: string, onAsked: (title: string, file: string) => void = () => undefined) {
  vi.stubEnv('HOME', makeFolder());
  const cwd = makeFolder();
  const file = join(cwd, 'README.md');
  writeFileSync(file, readme);
  const asked: string[] = [];
  const told: SessionUpdate[] = [];
  const client = {
    async notify(_method: string, { update }: { update: SessionUpdate }) {
      told.push(update);
    },
    async request(method: string, { toolCall }: { toolCall: ToolCall }) {
      expect(method).toBe(methods.client.session.requestPermission);
      asked.push(toolCall.title);
      onAsked(toolCall.title, file);
      return { outcome: { outcome: 'selected', optionId: 'yes' } };
    },
  } as unknown as AgentContext;
  const task = '<task id="t">\nColours\n\nReplace `red` with `blue` in README.md, and run `ls`.\n</task>';
  const reason = await answerPrompt(task, await newSession(cwd), client);
  const words = told.flatMap((update) =>
    update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
      ? [update.content.text.trim()]
      : [],
  );
  const ended = told.flatMap((update) => (update.sessionUpdate === 'tool_call_update' ? [update.status] : []));
  return { asked, words, ended, reason, content: readFileSync(file, 'utf8') };
}

it('an edit is asked for, made, and told at the end', async () => {
  const { asked, words, content } = await takeTurn('red\n');
  expect(asked).toEqual(['Edit README.md', 'Run ls']);
  expect(words.at(-1)).toBe('Finished: edited README.md, ran ls.');
  expect(content).toBe('blue\n');
});

it('an edit of what the file does not contain is told as such and left out, without asking', async () => {
  const { asked, words, reason } = await takeTurn('green\n');
  expect(asked).toEqual(['Run ls']);
  expect(words).toContain('README.md does not contain “red”.');
  expect(words.at(-1)).toBe('Finished: ran ls.');
  expect(reason).toBe('end_turn');
});

it('so is one whose file has changed while the person decided', async () => {
  const { words, ended, content } = await takeTurn('red\n', (title, file) => {
    if (title === 'Edit README.md') writeFileSync(file, 'green\n');
  });
  expect(ended).toEqual(['in_progress', 'failed', 'in_progress', 'completed']);
  expect(words).toContain('README.md does not contain “red”.');
  expect(words.at(-1)).toBe('Finished: ran ls.');
  expect(content).toBe('green\n');
});
