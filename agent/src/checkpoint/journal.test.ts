import { expect, it } from 'vitest';
import { forgetArrived, newJournal } from './journal.ts';

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
