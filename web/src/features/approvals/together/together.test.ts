import type { Approval, Risk } from '@countersign/contract';
import { expect, it } from 'vitest';
import { testApproval } from '../test-approvals.tsx';
import { hasSeveral, kindOf, kindWords } from './together.ts';

const risk = (level: string, judged = true): Risk => ({ level, judged, reasons: [], engine: 1 });
const of = (fields: Partial<Approval>) => testApproval({ id: 'a', ...fields });

it.each<[Partial<Approval>, string | null]>([
  [{ toolKind: 'start', risk: risk('low') }, 'start'],
  [{ toolKind: 'execute', risk: risk('low') }, 'execute'],
  [{ toolKind: 'execute', risk: risk('medium') }, null],
  [{ toolKind: 'execute', risk: risk('high') }, null],
  [{ toolKind: 'execute', risk: risk('low', false) }, null],
  [{ toolKind: 'execute', risk: null }, null],
  [{ toolKind: 'execute', risk: risk('of a later version') }, null],
  [{ toolKind: 'publish', risk: risk('low') }, null],
  [{ toolKind: null, risk: risk('low') }, null],
])('%j may be decided with others of kind %j', (fields, kind) => expect(kindOf(of(fields))).toBe(kind));

it('tells whether there are two of a kind', () => {
  const [start, read] = [of({ toolKind: 'start', risk: risk('low') }), of({ toolKind: 'read', risk: risk('low') })];
  expect(hasSeveral([start, read])).toBe(false);
  expect(hasSeveral([start, read, read])).toBe(true);
  expect(kindWords('start', 2)).toBe('2 start requests');
  expect(kindWords('think', 1)).toBe('1 low-risk request');
});
