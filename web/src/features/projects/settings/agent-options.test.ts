import { expect, test } from 'vitest';
import { agentOptions } from './agent-options.ts';

const agents = [
  { id: 'demo', name: 'Demo agent', description: 'Needs no model' },
  { id: 'opencode', name: 'OpenCode', description: 'Needs a model key' },
];

test('the default comes first and names the agent it stands for', () => {
  expect(agentOptions(agents, null)).toEqual([
    { value: '', label: 'Default (Demo agent)' },
    { value: 'demo', label: 'Demo agent' },
    { value: 'opencode', label: 'OpenCode' },
  ]);
});

test('a chosen agent that is not on offer any more can still be seen', () => {
  expect(agentOptions(agents, 'gemini').at(-1)).toEqual({ value: 'gemini', label: 'gemini (not offered here)' });
});
