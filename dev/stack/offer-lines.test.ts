import { knownAgents, type AgentKind } from '@countersign/contract';
import { expect, test } from 'vitest';
import { offerLines } from './offer-lines.ts';

const lines = (agents: AgentKind[], models: { name: string; label?: string }[]) =>
  offerLines({
    agents: agents.map((id) => ({ id, ...knownAgents[id] })),
    models: models.map((model) => ({ ...model, isPriced: false })),
  });

test('names the agents and the models, the default first', () => {
  expect(lines(['opencode', 'demo'], [{ name: 'big' }, { name: 'small', label: 'Small and quick' }])).toEqual([
    '  Agents        OpenCode, Demo agent',
    '  Models        big, small (Small and quick)',
  ]);
});

test('says nothing of models where none is needed', () => {
  expect(lines(['demo', 'custom'], [])).toEqual(['  Agents        Demo agent, Custom agent']);
});

test('says which agents lack a model, and which settings are missing', () => {
  expect(lines(['opencode', 'gemini', 'demo'], [])[1]).toBe(
    '  Models        none, without which OpenCode, Gemini CLI cannot work: set MODEL_BASE_URL or MODELS',
  );
});

test('says of a model that no agent uses it', () => {
  expect(lines(['demo'], [{ name: 'big' }])[1]).toBe(
    '  Models        big, which no agent here uses: AGENTS names those that do',
  );
  expect(lines(['demo', 'custom'], [{ name: 'big' }])[1]).toBe('  Models        big');
});
