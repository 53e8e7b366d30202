import { expect, it } from 'vitest';
import { AgentErred } from '../../lib/failures.ts';
import type { LastReply } from '../../model/trouble/model-watch.ts';
import type { ModelTrouble } from '../../model/trouble/model-trouble.ts';
import { cutOffPrompt, moreRoomPrompt } from '../prompts/prompts.ts';
import { agentActs } from '../../testing/agent-acts.ts';
import { useHarness } from '../../testing/harness.ts';
import type { Act } from '../../testing/model-answers.ts';
import { scriptedAgent } from '../../testing/scripted-agent.ts';
import { endOfError, goOnPrompt, realEnd, refusalWords } from './real-end.ts';

const harness = useHarness();
const last = (end: LastReply['end'], isFirst = false): LastReply => ({ end, isFirst });

it('is what the agent says, but for an end after a reply that was none', () => {
  expect(realEnd('end_turn', null)).toBe('end_turn');
  expect(realEnd('end_turn', last('finished'))).toBe('end_turn');
  expect(realEnd('end_turn', last('cut'))).toBe('max_tokens');
  expect(realEnd('end_turn', last('empty'))).toBe('max_tokens');
  expect(realEnd('end_turn', last('refused'))).toBe('refusal');
  expect(realEnd('cancelled', last('cut'))).toBe('cancelled');
});

it.each(['finished', 'cut', 'empty'] as const)(
  'is no end of the work where the agent has erred, whatever its reply (%s) said before',
  (end) => {
    const trouble = { passes: true } as ModelTrouble;
    const lastReply = { ...last(end), brokeOff: true };
    expect(realEnd(endOfError(new AgentErred('Overloaded'), { lastReply, trouble }), lastReply)).toBe('max_tokens');
    expect(goOnPrompt('Do it.', lastReply, 'opencode')).toBe(cutOffPrompt);
  },
);

it('says whether the agent or its provider refuses', () => {
  expect(refusalWords(last('finished'), 'No.')).toBe('The agent refuses to continue. No.');
  expect(refusalWords(last('refused'), 'No.')).toContain('a filter of its provider');
});

it('repeats the prompt to an agent that has lost it with its first reply, once', () => {
  expect(goOnPrompt('Do it.', last('finished'), 'gemini')).toBe(moreRoomPrompt);
  expect(goOnPrompt('Do it.', last('cut'), 'gemini')).toBe(cutOffPrompt);
  expect(goOnPrompt('Do it.', last('empty'), 'gemini')).toBe(cutOffPrompt);
  expect(goOnPrompt('Do it.', last('cut', true), 'opencode')).toBe(cutOffPrompt);
  const again = goOnPrompt('Do it.', last('cut', true), 'gemini');
  expect(again).toBe(`${cutOffPrompt}\n\nDo it.`);
  expect(goOnPrompt(again, last('cut', true), 'gemini')).toBe(again);
});

it('an agent whose replies are always cut off is given up: half of the work is not published', async () => {
  const script = Array.from({ length: 30 }, (): Act => ({ say: 'I will', cut: true }));
  const task = await harness.begin({ files: { 'README.md': '# App\n' }, script, ...scriptedAgent() });
  expect(await harness.approveAll(task)).toEqual([]);
  expect(task.status, harness.api.state.logs.join('')).toBe('failed');
  const end = harness.api.state.itemsOf(task.id).find(({ type }) => type === 'completion');
  expect(end?.content).toContain('keeps reaching its limits');
  expect(harness.model.requests).toHaveLength(21);
});

it('an agent whose replies are empty, one after the other, is given up soon: nothing will come of the same once more', async () => {
  const nothing = (times: number) => Array.from({ length: times }, (): Act => ({ say: '' }));
  const script: Act[] = [...nothing(5), { say: 'I will', cut: true }, ...nothing(30)];
  const task = await harness.begin({ files: { 'README.md': '# App\n' }, script, ...scriptedAgent() });
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('failed');
  const end = harness.api.state.itemsOf(task.id).find(({ type }) => type === 'completion');
  expect(end?.content).toContain('6 empty replies');
  expect(harness.model.requests).toHaveLength(12);
});

it('an agent whose replies are often cut off goes on as long as it gets on: approved steps start the count anew', async () => {
  const script: Act[] = [];
  const cut = Array.from({ length: 12 }, (): Act => ({ say: 'I will', cut: true }));
  const task = await harness.begin({ files: { 'README.md': '# App\n' }, script, ...scriptedAgent() });
  const root = harness.checkoutOf(task);
  const { write } = agentActs.scripted;
  script.push(...cut, write(root, 'a.md', 'a\n'), ...cut, write(root, 'b.md', 'b\n'), { say: 'All is done.' });
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(harness.published(task, 'b.md')).toBe('b');
});

it('an agent goes on after a cut reply with what its owner has written meanwhile', async () => {
  const script: Act[] = [];
  const task = await harness.begin({ files: { 'README.md': '# App\n' }, script, ...scriptedAgent() });
  const said = harness.api.state.until(() => harness.model.requests.length > 0, 'the first request');
  script.push(
    { say: 'I will', cut: true, after: said.then(() => harness.api.state.say(task, 'Be quick')) },
    { say: 'All is done.' },
  );
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  const prompts = JSON.stringify(harness.model.requests.at(-1));
  expect(prompts).toContain('Be quick');
  expect(prompts).toContain('Your last reply was cut off');
  expect(harness.said(task)).toContain('All is done.');
});

const fails = (type: string): Act => ({ say: 'It is overloaded', fails: type });

const fatal: Act = { say: 'Fatal: it is overloaded', fails: 'overloaded_error' };

it.each([
  ['ends its turn after an error within a reply: it may pass', fails('overloaded_error'), fails('api_error')],
  ['answers such an error with one of its own', fatal, fatal],
])('an agent goes on that %s', async (_what, first, second) => {
  const script: Act[] = [];
  const task = await harness.begin({ files: { 'README.md': '# App\n' }, script, ...scriptedAgent() });
  script.push(first, agentActs.scripted.write(harness.checkoutOf(task), 'a.md', 'a\n'), second, {
    say: 'All is done.',
  });
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('completed');
  expect(harness.published(task, 'a.md')).toBe('a');
  expect(JSON.stringify(harness.model.requests.at(-1))).toContain('Your last reply was cut off');
  expect(harness.model.requests).toHaveLength(4);
});

it('a task fails at once by an error that does not pass, whatever its agent makes of it', async () => {
  const script: Act[] = [{ say: 'Fatal: no money is left', fails: 'billing_error' }];
  const task = await harness.begin({ files: { 'README.md': '# App\n' }, script, ...scriptedAgent() });
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('failed');
  const end = harness.api.state.itemsOf(task.id).find(({ type }) => type === 'completion');
  expect(end?.content).toContain('The quota of the model is used up');
  expect(harness.model.requests).toHaveLength(1);
});

it.each([
  ['does not pass', 'billing_error', 'The quota of the model is used up', 1],
  ['does not end', 'overloaded_error', 'The model does not answer properly', 21],
])('a task fails by the error that comes within replies where it %s', async (_how, type, words, requests) => {
  const script = Array.from({ length: 30 }, () => fails(type));
  const { agent, env } = scriptedAgent();
  const quick = { ...env, PROVIDER_WAIT_SECONDS: '0.1' };
  const task = await harness.begin({ files: { 'README.md': '# App\n' }, script, agent, env: quick });
  await harness.approveAll(task);
  expect(task.status, harness.api.state.logs.join('')).toBe('failed');
  const end = harness.api.state.itemsOf(task.id).find(({ type: kind }) => kind === 'completion');
  expect(end?.content).toContain(words);
  expect(end?.content).toContain('It is overloaded');
  expect(harness.model.requests).toHaveLength(requests);
});
