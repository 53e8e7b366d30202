import type { TaskItem } from '@countersign/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { describeContent } from '../../../entities/task-item/content/describe-content.ts';
import { InApp, testApproval } from '../test-approvals.tsx';
import { EnforcementNote } from './enforcement-note.tsx';

afterEach(cleanup);

const edit = { path: 'a.ts', oldText: 'before', newText: 'after' };

it.each([
  ['an edit', 'edit', edit, 'Honoured: the agent carries it out; the result is compared with what you see here.'],
  ['a command', 'execute', { command: 'ls' }, 'Honoured: the agent runs this command; its changes are not compared.'],
  ['a page', 'fetch', { url: 'x' }, 'Honoured: the agent carries it out; the result is not compared.'],
  ['a deletion', 'delete', { paths: ['a'] }, 'Honoured: the agent carries it out; the result is not compared.'],
])('promises of %s no more than is compared', (_what, toolKind, toolParameters, words) => {
  showNote({ toolKind, toolParameters, enforcement: 'honoured' });
  expect(screen.getByText(words)).toBeTruthy();
});

it.each([
  ['a publication', 'publish', 'Enforced: exactly this commit is pushed, and only after you approve.'],
  ['a setup command', 'execute', 'Enforced: what runs is exactly what you see here.'],
  ['limits', 'limits', 'Enforced: these limits let nothing else pass.'],
  ['a start', 'start', 'Enforced: no agent begins before you approve.'],
  [
    'more budget',
    'budget',
    'Enforced: no request goes to the model before you approve; one reply may exceed the amount.',
  ],
])('promises of %s no more than is enforced', (_what, toolKind, words) => {
  showNote({ toolKind, toolParameters: null, enforcement: 'enforced' });
  expect(screen.getByText(words)).toBeTruthy();
});

function showNote(fields: Pick<TaskItem, 'toolKind' | 'toolParameters' | 'enforcement'>) {
  const item = testApproval({ id: 'it', ...fields });
  render(
    <InApp>
      <EnforcementNote enforcement={item.enforcement} toolKind={item.toolKind} subject={describeContent(item)} />
    </InApp>,
  );
}
