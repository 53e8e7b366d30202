import { ApiError, type ErrorReply } from '@countersign/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { isLastSeen, noteLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { refreshAfterConflict, refreshAfterDecision, whyNotDecided } from './decided.ts';
import { testApproval } from './test-approvals.tsx';

const conflict = (reply: Partial<ErrorReply>) =>
  new ApiError(409, '', { code: 'already_decided', message: 'Already decided', ...reply });

it('names the decision that won', () => {
  const decision = { isApproved: false, rejectionReason: 'Too risky', decidedAt: null };
  expect(whyNotDecided(conflict({ decision }))).toBe('It was already rejected: “Too risky”.');
  expect(whyNotDecided(conflict({ decision: { ...decision, isApproved: true, rejectionReason: null } }))).toBe(
    'It was already approved.',
  );
});

it('says that the content changed', () => {
  expect(whyNotDecided(conflict({ code: 'content_changed' }))).toContain('look at it again');
});

it.each([
  [new TypeError('Failed to fetch'), 'The server could not be reached. Check your connection.'],
  [new ApiError(429, 'Slow down', { code: 'rate_limited', message: 'Slow down' }), 'Slow down'],
  [new ApiError(502, '<html>', null), 'The server answered with an error'],
])('gives the reason of any other failure: %s', (error, words) => {
  expect(whyNotDecided(error)).toBe(words);
});

it.each([
  ['after no answer', new TypeError('Failed to fetch'), true],
  ['after none in time', new DOMException('Too late', 'TimeoutError'), true],
  ['after an answer that is not ours', new ApiError(504, 'Gateway Timeout', null), true],
  ['after another decision', conflict({}), true],
  ['not after a plain refusal', new ApiError(400, 'No', null), false],
])('queue, numbers and task are asked anew %s', (_when, error, isAsked) => {
  const queries = new QueryClient();
  const shown = [keys.approvals, keys.stats, keys.items.ofTask('t'), keys.tasks.one('t')];
  for (const key of shown) queries.setQueryData(key, []);
  refreshAfterConflict(queries, error, { id: 'i', taskId: 't', hash: 'h' });
  expect(shown.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual(shown.map(() => isAsked));
});

it('what remains of a list from the last visit is still from then', () => {
  const queries = new QueryClient();
  vi.spyOn(queries, 'prefetchQuery').mockResolvedValue();
  noteLastSeen(1);
  queries.setQueryData(
    keys.approvals,
    ['i', 'other'].map((id) => testApproval({ id })),
    { updatedAt: 1 },
  );
  refreshAfterDecision(queries, { id: 'i', taskId: 't', hash: 'h' });
  expect(queries.getQueryData(keys.approvals)).toMatchObject([{ id: 'other' }]);
  expect(isLastSeen(queries.getQueryState(keys.approvals)?.dataUpdatedAt ?? 0)).toBe(true);
});

it('only cards that may be compared with what was decided are compared anew while they stand there', () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  vi.spyOn(queries, 'prefetchQuery').mockResolvedValue();
  const command = (id: string, line: string, projectId = 'project') => {
    const task = { id: 't', title: 'Weave', project: { id: projectId, name: 'Loom' } };
    return testApproval({
      id,
      toolKind: 'execute',
      toolParameters: { command: line },
      filePath: null,
      fileContent: null,
      task,
    });
  };
  const file = (id: string, filePath: string) => testApproval({ id, toolParameters: null, filePath, fileContent: id });
  const waiting = [
    command('decided', 'npm test'),
    command('alike', 'npm test -- loom'),
    command('elsewhere', 'npm test -- loom', 'other'),
    command('another', 'ls'),
    file('file', 'a.md'),
  ];
  queries.setQueryData(keys.approvals, waiting);
  const asked: string[] = [];
  for (const { id } of waiting) {
    queries.setQueryData(keys.precedent(id), null);
    const queryFn = () => (asked.push(id), null);
    new QueryObserver(queries, { queryKey: keys.precedent(id), queryFn }).subscribe(() => undefined);
  }
  refreshAfterDecision(queries, { id: 'decided', taskId: 't', hash: 'h' });
  expect(asked).toEqual(['alike']);
  expect(queries.getQueryState(keys.precedent('another'))?.isInvalidated).toBe(true);
});
