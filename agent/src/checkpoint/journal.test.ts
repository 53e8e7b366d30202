import { expect, it } from 'vitest';
import { forgetArrived, isSettled, newJournal } from './journal.ts';

it('forgets results that have arrived, and keeps what was pushed', () => {
  const pushed = { branch: 'countersign/task', commit: 'c0ffee', pullRequest: null };
  const journal = newJournal('demo');
  journal.results = { arrived: { output: 'x'.repeat(100_000) }, told: null, open: { output: 'y' }, pushed };
  journal.notExecuted = ['arrived', 'open'];
  journal.lapsed = ['arrived', 'open'];
  forgetArrived(journal, [{ id: 'open' }, { id: 'undecided' }]);
  expect(journal.results).toEqual({ open: { output: 'y' }, pushed });
  expect([journal.notExecuted, journal.lapsed]).toEqual([['open'], ['open']]);
});

it('has nothing left to ask about a commit with a pull request, or that can have none', () => {
  const withResult = (result: object) => ({ ...newJournal('demo'), results: { it: { commit: 'c0ffee', ...result } } });
  const isDone = (result: object) => isSettled(withResult(result), 'repository', 'c0ffee');
  expect(isDone({ pullRequest: 'https://github.com/acme/app/pull/1' })).toBe(true);
  expect(isDone({ pullRequest: 'It could not be opened' })).toBe(false);
  expect(isDone({ pullRequest: 'There is no branch', canRetry: false })).toBe(true);
});
