import { expect, it } from 'vitest';
import { stepsOf } from './decision-path.tsx';

const decided = { needsApproval: true, isApproved: true, grant: 'unused', toolKind: 'execute', replacedBy: null };

it.each([
  ['an approval that waits', {}, false, ['not received yet']],
  ['one that came too late', {}, true, ['not carried out']],
  ['one that was received', { grant: 'released' }, false, ['received', 'being carried out']],
  [
    'one whose end nobody heard of',
    { grant: 'released' },
    true,
    ['received', 'it is not known whether it was carried out'],
  ],
  ['one that was carried out', { grant: 'executed' }, true, ['received', 'executed']],
  ['one that was received and left undone', { grant: 'not_executed' }, true, ['received', 'not carried out']],
  ['one that was not kept to', { grant: 'diverged' }, true, ['received', 'the agent did something else']],
  ['a rejection that waits', { isApproved: false }, false, ['not received yet']],
  ['a rejection that was received', { isApproved: false, grant: 'released' }, false, ['received']],
  ['a rejection that was told', { isApproved: false, grant: 'told' }, true, ['received', 'the agent was told']],
  ['what was replaced by another question', { isApproved: false, grant: 'told', replacedBy: 'other' }, false, []],
  ['what was closed as nobody asks it any more', { isApproved: false, grant: 'told', isClosed: true }, true, []],
  ['what is not decided', { isApproved: null }, false, []],
  ['what asks for nothing', { needsApproval: false }, false, []],
  ['the start of a task', { toolKind: 'start' }, false, []],
  ['limits of a task', { toolKind: 'limits', grant: 'executed' }, false, []],
])('tells how far it has come: %s', (_what, fields, isOver, steps) => {
  expect(stepsOf({ ...decided, ...fields }, isOver)).toEqual(steps);
});
