import { expect, it } from 'vitest';
import type { OpenItem } from '@countersign/contract/agent';
import { ProgramFailed } from '../../lib/run-program.ts';
import { newJournal } from '../../checkpoint/journal.ts';
import type { GrantOutcome } from '../../server/report-queue.ts';
import { endRefused } from './end-refused.ts';
import type { Proposal, Publishing } from '../publishing.ts';

const commit = 'a'.repeat(40);

/** An approval under which a push was refused, and what ends the branch at the remote. */
async function end({ reference = 'same' as string | null, isLapsed = false, tip = '', holds = false } = {}) {
  const journal = newJournal('demo');
  journal.refusedItems.repository = { itemId: 'it', commit };
  if (isLapsed) journal.lapsed.push('it');
  const refused = { id: 'it', grant: 'released', reference: 'same' } as OpenItem;
  const outcomes: string[] = [];
  const publishing = {
    ...{ task: { openItems: [refused] }, journal, signal: new AbortController().signal },
    workspace: { credentialsOf: async () => null },
    saved: { reportWhenSaved: (id: string, { outcome }: GrantOutcome) => void outcomes.push(`${id} ${outcome}`) },
  } as unknown as Publishing;
  const proposal = { repository: { id: 'repository' }, checkout: { branch: 'b', git: gitOf(tip, holds) } };
  await endRefused(proposal as unknown as Proposal, reference, publishing);
  return outcomes;
}

/** Of a branch that ends with `tip`, below which the commit is, or is not. */
const gitOf =
  (tip: string, holds: boolean) =>
  async ([command]: readonly string[]) => {
    if (command === 'merge-base' && !holds) throw new ProgramFailed('git', 1, '');
    if (command === 'ls-remote') return tip && `${tip}\trefs/heads/b\n`;
    return command === 'cat-file' ? 'commit' : tip;
  };

it('leaves an approval that may still be used, and ends one that can be no more', async () => {
  expect(await end()).toEqual([]);
  expect(await end({ reference: 'other' })).toEqual(['it not_executed']);
  expect(await end({ reference: null })).toEqual(['it not_executed']);
  expect(await end({ isLapsed: true }), 'Stop has taken it back').toEqual(['it not_executed']);
});

it('says nothing of one whose commit is at the remote after all', async () => {
  expect(await end({ reference: 'other', tip: commit })).toEqual([]);
  const tip = 'b'.repeat(40);
  expect(await end({ reference: 'other', tip, holds: true }), 'below what others have added').toEqual([]);
  expect(await end({ reference: 'other', tip })).toEqual(['it not_executed']);
});
