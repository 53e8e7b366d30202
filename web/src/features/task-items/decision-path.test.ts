import { expect, it } from 'vitest';
import { stepsOf, type Phase } from './decision-path.tsx';

const decided = { needsApproval: true, isApproved: true, grant: 'unused', toolKind: 'execute', replacedBy: null };

it.each([
  ['an approval that waits', {}, 'work', ['not received yet']],
  ['one that came too late', {}, 'over', ['not carried out']],
  ['one that was received', { grant: 'released' }, 'work', ['received', 'being carried out']],
  [
    'one whose end nobody heard of',
    { grant: 'released' },
    'over',
    ['received', 'it is not known whether it was carried out'],
  ],
  [
    'one whose container was paused meanwhile',
    { grant: 'released' },
    'waiting',
    ['received', 'it is not known whether it was carried out'],
  ],
  ['an approval that waits for a container, too', {}, 'waiting', ['not received yet']],
  ['one that was carried out', { grant: 'executed' }, 'over', ['received', 'executed']],
  ['one that was received and left undone', { grant: 'not_executed' }, 'over', ['received', 'not carried out']],
  ['one that was not kept to', { grant: 'diverged' }, 'over', ['received', 'the agent did something else']],
  ['a rejection that waits', { isApproved: false }, 'work', ['not received yet']],
  ['a rejection that was received', { isApproved: false, grant: 'released' }, 'work', ['received']],
  ['a rejection that was told', { isApproved: false, grant: 'told' }, 'over', ['received', 'the agent was told']],
  ['a rejection that ended the task', { isApproved: false, grant: 'told', toolKind: 'budget' }, 'over', ['received']],
  [
    'one of the setup command, while no agent works',
    { isApproved: false, grant: 'told', type: 'approval_request', toolName: 'setup' },
    'over',
    ['received'],
  ],
  ['what was replaced by another question', { isApproved: false, grant: 'told', replacedBy: 'other' }, 'work', []],
  ['what was closed as nobody asks it any more', { isApproved: false, grant: 'told', isClosed: true }, 'over', []],
  ['what is not decided', { isApproved: null }, 'work', []],
  ['what asks for nothing', { needsApproval: false }, 'work', []],
  ['the start of a task', { toolKind: 'start' }, 'work', []],
  ['limits of a task', { toolKind: 'limits', grant: 'executed' }, 'work', []],
])('tells how far it has come: %s', (_what, fields, phase, steps) => {
  expect(stepsOf({ ...decided, ...fields }, phase as Phase)).toEqual(steps);
});

it.each([
  ['of the run that works on it', 2, 'being carried out'],
  ['of a run that is not known', undefined, 'being carried out'],
  ['of a run that the page has not heard of yet', 3, 'being carried out'],
  ['of an earlier run, whose container was paused', 1, 'it is not known whether it was carried out'],
])('tells of a command that was received what became of it: %s', (_what, grantEpoch, words) => {
  const run = grantEpoch === undefined ? {} : { grantEpoch };
  expect(stepsOf({ ...decided, grant: 'released', ...run }, 'work', 2)).toEqual(['received', words]);
});
