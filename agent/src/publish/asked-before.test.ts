import type { OpenItem } from '@countersign/contract/agent';
import { expect, it, vi } from 'vitest';
import type { Journal } from '../checkpoint/journal.ts';
import { questionAbout } from './asked-before.ts';
import type { PublishRequest } from './publish-request.ts';
import type { EndedPullRequest } from './pull-request.ts';

const merged: EndedPullRequest = { number: 3, isMerged: true };
const closed: EndedPullRequest = { number: 5, isMerged: false };
const fingerprintOf = (ended: EndedPullRequest | null) => `publish ${JSON.stringify(ended)}`;
const requestWith = (ended: EndedPullRequest | null): PublishRequest => ({
  item: { id: 'publish', type: 'approval_request', title: 'Publish' },
  fingerprint: fingerprintOf(ended),
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
  const task = { openItems, reopened };
  const lookUp = vi.fn(() => Promise.resolve(now));
  const about = { repositoryId: 'repo', commit: 'c0ffee' };
  const { ended, request } = await questionAbout(about, requestWith, lookUp, { journal: { asked }, task });
  expect(request.fingerprint).toBe(fingerprintOf(ended));
  return { ended, isLookedUp: lookUp.mock.calls.length > 0 };
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
