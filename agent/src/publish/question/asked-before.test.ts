import type { OpenItem } from '@countersign/contract/agent';
import { expect, it, vi } from 'vitest';
import type { Journal } from '../../checkpoint/journal.ts';
import { questionAbout, type Words } from './asked-before.ts';
import type { PublishRequest } from './publish-request.ts';
import type { EndedPullRequest } from '../pull-request/pull-request.ts';

const merged: EndedPullRequest = { number: 3, isMerged: true };
const closed: EndedPullRequest = { number: 5, isMerged: false };
const NOTE = 'refs/notes/countersign';
const fingerprintOf = (ended: EndedPullRequest | null, note: string | null = NOTE) =>
  `publish ${JSON.stringify([ended, note])}`;
const requestWith = ({ ended, note }: Words): PublishRequest => ({
  item: { id: 'publish', type: 'approval_request', title: 'Publish' },
  fingerprint: fingerprintOf(ended, note),
  title: 'A task',
  body: '',
});

const open = (ended: EndedPullRequest | null): OpenItem => ({
  ...{ id: 'item', type: 'approval_request', title: 'Publish', toolName: 'publish', toolKind: 'publish' },
  ...{ hash: 'hash', grant: 'released', isApproved: true, rejectionReason: null, edits: null },
  reference: fingerprintOf(ended),
});

interface Given {
  kept?: EndedPullRequest | null;
  keptCommit?: string;
  openItems?: OpenItem[];
  reopened?: boolean;
}

/** The ended pull request that is named where GitHub now knows this one. */
async function named(now: EndedPullRequest | null, { kept, keptCommit = 'c0ffee', openItems = [], reopened }: Given) {
  const asked: Journal['asked'] = kept === undefined ? {} : { repo: { commit: keptCommit, ended: kept } };
  const task = { openItems, reopened, evidence: { countersignedBy: 'Ada', note: NOTE } };
  const lookUp = vi.fn(() => Promise.resolve(now));
  const about = { repositoryId: 'repo', commit: 'c0ffee' };
  const { words, request } = await questionAbout(about, requestWith, lookUp, { journal: { asked }, task });
  expect(request.fingerprint).toBe(fingerprintOf(words.ended));
  return { ended: words.ended, isLookedUp: lookUp.mock.calls.length > 0 };
}

it.each<[string, EndedPullRequest | null, Given, EndedPullRequest | null]>([
  ['does not answer', null, { kept: merged }, merged],
  ['knows of another', closed, { kept: merged }, merged],
  ['knows of one now', merged, { kept: null }, null],
  [
    'knows of one now, and the task was reopened',
    merged,
    { kept: null, openItems: [open(null)], reopened: true },
    null,
  ],
])('asks about a commit in the words of before where GitHub %s', async (_what, now, given, before) => {
  expect(await named(now, given)).toEqual({ ended: before, isLookedUp: false });
});

it.each<[string, EndedPullRequest | null, Given, EndedPullRequest | null]>([
  ['a first question', merged, {}, merged],
  ['another commit', merged, { kept: null, keptCommit: 'beef' }, merged],
  ['a reopened task whose question is gone', merged, { kept: null, reopened: true }, merged],
  ['a question whose words were not saved', merged, { openItems: [open(null)] }, null],
  ['such a question, with the same words', merged, { openItems: [open(merged)] }, merged],
])('looks it up for %s', async (_what, now, given, after) => {
  expect(await named(now, given)).toEqual({ ended: after, isLookedUp: true });
});

it.each<[string, string | null | undefined, string | null]>([
  ['promised none', null, null],
  ['was of an earlier version', undefined, NOTE],
])('promises a note as it did before: the question %s', async (_what, note, after) => {
  const asked: Journal['asked'] = { repo: { commit: 'c0ffee', ended: null, note } };
  const task = { openItems: [], evidence: { countersignedBy: 'Ada', note: NOTE } };
  const about = { repositoryId: 'repo', commit: 'c0ffee' };
  const { words } = await questionAbout(about, requestWith, () => Promise.resolve(merged), {
    journal: { asked },
    task,
  });
  expect(words).toEqual({ ended: null, note: after });
});
