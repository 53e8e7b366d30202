import type { Decision } from '@countersign/contract';

/** For tests: a decision. */
export const testDecision = (fields: Partial<Decision> = {}): Decision => ({
  id: 'step',
  title: 'Run the tests',
  type: 'tool_call',
  toolName: 'shell',
  filePath: null,
  outcome: 'approved',
  how: 'hand',
  rule: null,
  limits: null,
  who: 'ada@example.com',
  device: 'Chrome on Android',
  rejectionReason: null,
  hash: 'a'.repeat(64),
  risk: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  decidedAt: '2026-11-21T08:00:14.000Z',
  waitedSeconds: 14,
  task: { id: 'weave', title: 'Weave', project: { id: 'engine', name: 'Analytical engine' } },
  ...fields,
});
