import { containerStatuses, projectStatuses, taskStatuses } from '@countersign/contract';
import { expect, it } from 'vitest';
import { type StatusKind, statusLook } from './statuses.ts';

const known: [StatusKind, readonly string[]][] = [
  ['project', projectStatuses],
  ['task', taskStatuses],
  ['container', containerStatuses],
  ['item', ['pending', 'approved', 'rejected']],
];

it.each(known)('every status of a %s has a look of its own', (kind, statuses) => {
  const words = statuses.map((status) => statusLook(kind, status).word);
  expect(new Set(words).size).toBe(statuses.length);
});

it.each(['on hold', 'constructor', '__proto__', 'in_review'])(
  '%j, which nobody knows, is neutral with its word',
  (status) => {
    const look = statusLook('project', status);
    expect(look.tone).toBe('neutral');
    expect(look.word.toLowerCase()).toBe(status.replaceAll('_', ' ').trim());
  },
);

it('an empty status says so', () => {
  expect(statusLook('task', '').word).toBe('Unknown');
});
