// @vitest-environment jsdom
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
  const item = testApproval({ id: 'it', toolKind, toolParameters, enforcement: 'honoured' });
  render(
    <InApp>
      <EnforcementNote enforcement={item.enforcement} toolKind={toolKind} subject={describeContent(item)} />
    </InApp>,
  );
  expect(screen.getByText(words)).toBeTruthy();
});
